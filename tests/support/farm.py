"""A made schema, and annotations of every kind about it."""

from __future__ import annotations

SCHEMA = """
syntax = "proto2";
package farm;

// MUST be fed.
message Animal {
  enum Kind { NONE = 0; DOG = 1; HEN = 2; COW = 3; }
  optional string name = 1;
  optional int32 kind = 2;
  optional string collar = 3;
  repeated int32 eggs = 4;
  repeated double litres = 5;
  optional bytes photo = 6;
  repeated int64 size = 7;
  reserved 8, 10 to 12;
  oneof place { string stable = 13; string meadow = 14; }
}
message Farm {
  enum Year { UNKNOWN = 0; FIRST = 1; SECOND = 2; }
  optional int32 year = 1;
  repeated Animal animals = 2;
  repeated Entry notes = 3;
  message Entry { optional string key = 1; optional string value = 2; }
}
"""
ANNOTATIONS = """\
package = "farm"

[revision]
name = "year"
enum = "Farm.Year"
field = "Farm.year"

[carries]
"Animal.kind" = "Animal.Kind"
"Farm.year" = "Farm.Year"

[[enforcer]]
id = "dog"
name = "the dog"
meaning = "It barks."

[[document]]
id = "book"
name = "the farmer's book"
meaning = "What the farmer says."

[[selector]]
field = "Animal.kind"
empty = ["NONE"]
[selector.fields]
DOG = ["collar"]
HEN = ["eggs"]
COW = ["litres", "photo"]

[[encoding]]
enum = "Animal.Kind"
message = "Animal"
shape = "size"
raw = "photo"
[[encoding.format]]
values = ["HEN", "DOG"]
field = "eggs"
bits = 4
elements_per_entry = 2
form = "two in one"

[[vocabulary]]
field = "Farm.notes"
note = "There are more."
[[vocabulary.word]]
name = "owner"
required = true
format = "a name"
meaning = "Who owns it."

[[rule]]
id = "Animal.name.1"
strength = "MUST"
says = "An animal has a name."
check = "not_empty"
when = { kind = ["DOG", "COW"], collar = false }
where = ["Farm.animals"]
from = 1
until = 2
enforced_by = ["dog"]
extent = "It knows its own name only."
origins = { schema = "Animal", book = ["page 1", "page 2"] }
finding = "nameless"

[[tombstone]]
id = "Animal.name.2"
reason = "Names may be long."
since = "the second year"

[[rule]]
id = "Animal.name.3"
owner = "Animal.collar"
strength = "SHOULD NOT"
says = "A collar has no other word."
check = { kind = "one_of_values", field = "collar", values = ["red"] }

[[identity]]
message = "Animal"
fields = ["name", "Farm.year"]
says = "A name and a year."

[[root]]
message = "Farm"
usual = true
file_names = ["*.farm"]
written_by = "Farmers."
first_bytes = ["08"]
confused_with = ["Animal"]
confusion = "Both are small."
file_count = 3
evidence = "Seen."

[[removed]]
message = "Animal"
numbers = [8, 11]
name = "tail"
declaration = "optional string tail = 8"
until = "the first year"
reason = "It fell off."

[[contradiction]]
id = "hens"
title = "Whether hens have names"
about = ["Animal.name"]
ours = "They do."
[[contradiction.side]]
document = "schema"
place = "Animal.name"
says = "They do."
[[contradiction.side]]
document = "book"
place = "page 3"
says = "They do not."

[[namespace]]
name = "Animals"
meaning = "Names of animals."
fields = ["Animal.name"]

[[confusable]]
enums = ["Animal.Kind", "Farm.Year"]
says = "Both count from 0."

[[concept]]
message = "Animal"
name = "Beast"

[[section]]
id = "first"
message = "Animal"
vocabulary = "Farm.notes"
decodes = "Farm.year"
[section.text.en]
title = "Animals"
paragraphs = ["They eat.", "They sleep."]

[language.la]
name = "Latin"
[language.la.words]
"Animals" = "Bestiae"
[language.la.meanings]
"Animal.name" = "Nomen."
"""

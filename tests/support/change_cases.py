"""Two versions of a small schema for each rule, and the rules that what changed falls under."""

from __future__ import annotations

from support.change_case import (
    EDITION,
    LOCAL,
    PROTO2,
    PROTO3,
    Case,
    case,
    in_enum,
    in_message,
    in_method,
)
from support.resolved_cases import RESOLVED_CASES

# Options of a file that only generators for other languages read.
_OF_OTHER_LANGUAGES = {
    "cc_enable_arenas": "false",
    "cc_generic_services": "true",
    "csharp_namespace": '"a"',
    "go_package": '"a"',
    "java_generic_services": "true",
    "java_multiple_files": "true",
    "java_outer_classname": '"A"',
    "java_package": '"a"',
    "java_string_check_utf8": "true",
    "objc_class_prefix": '"A"',
    "optimize_for": "CODE_SIZE",
    "php_class_prefix": '"A"',
    "php_metadata_namespace": '"a"',
    "php_namespace": '"a"',
    "py_generic_services": "true",
    "ruby_package": '"a"',
    "swift_prefix": '"A"',
}

CASES = {
    "field added": in_message("field-added", "", "optional int32 a = 1;"),
    "member of a oneof added": in_message(
        "field-added-to-oneof", "oneof o { int32 a = 1; }", "oneof o { int32 a = 1; M b = 2; }"
    ),
    "field with its own oneof added": in_message(
        "field-added declaration-added", "", "oneof o { int32 a = 1; }"
    ),
    "field with a reserved number added": in_message(
        "field-takes-reserved reserved-removed",
        "reserved 3, 5 to 7;",
        "reserved 3, 5, 7; optional int32 a = 6;",
    ),
    "field with a reserved name added": in_message(
        "field-takes-reserved reserved-removed", 'reserved "a";', "optional int32 a = 1;"
    ),
    "required field added": in_message("required-field-added", "", "required int32 a = 1;"),
    "field removed, all reserved": in_message(
        "field-removed reserved-added", "optional int32 a = 1;", 'reserved 1; reserved "a";'
    ),
    "field removed, number reserved": in_message(
        "field-removed-name-free reserved-added", "optional int32 a = 1;", "reserved 1 to 3;"
    ),
    "field removed, name reserved": in_message(
        "field-removed-number-free reserved-added", "optional int32 a = 1;", 'reserved "a";'
    ),
    "field removed": in_message("field-removed-number-free", "optional int32 a = 1;", ""),
    "required field removed": in_message("required-field-removed", "required int32 a = 1;", ""),
    "field renamed": in_message("field-renamed", "optional int32 a = 1;", "optional int32 b = 1;"),
    "field renamed, JSON name kept": in_message(
        "field-renamed", "optional int32 a = 1;", 'optional int32 b = 1 [json_name = "a"];'
    ),
    "field renumbered": in_message(
        "field-renumbered", "optional int32 a = 1;", "optional int32 a = 2;"
    ),
    "integer without sign": in_message(
        "type-alike", "optional int32 a = 1;", "optional uint32 a = 1;"
    ),
    "wider integer": in_message(
        "type-alike-in-files", "optional int32 a = 1;", "optional int64 a = 1;"
    ),
    "text as bytes": in_message(
        "type-alike-in-files", "optional string a = 1;", "optional bytes a = 1;"
    ),
    "bytes as text": in_message("type-changed", "optional bytes a = 1;", "optional string a = 1;"),
    "enum as integer": case(
        "type-alike-in-files",
        "enum E { X = 0; } message M { optional E a = 1; }",
        "enum E { X = 0; } message M { optional int32 a = 1; }",
    ),
    "enum as another with its values": case(
        "enum-replaced-by-wider-one declaration-added",
        "enum E { X = 0; } message M { optional E a = 1; }",
        "enum E { X = 0; } message M { optional F.E a = 1; }"
        " message F { enum E { X = 0; Y = 1; } }",
    ),
    "enum as another": case(
        "type-changed",
        "enum E { X = 0; } enum F { Y = 0; } message M { optional E a = 1; }",
        "enum E { X = 0; } enum F { Y = 0; } message M { optional F a = 1; }",
    ),
    "message as another": in_message(
        "type-changed",
        "optional N a = 1; message N { optional int32 b = 1; } message O {}",
        "optional O a = 1; message N { optional int32 b = 1; } message O {}",
    ),
    "type changed": in_message("type-changed", "optional int32 a = 1;", "optional sint32 a = 1;"),
    "values of a map of a wider type": in_message(
        "type-alike-in-files", "map<string, int32> a = 1;", "map<string, int64> a = 1;"
    ),
    "map of another type": in_message(
        "type-changed", "map<int32, int32> a = 1;", "map<string, int32> a = 1;"
    ),
    "list as map": in_message(
        "list-and-map-exchanged declaration-removed",
        "repeated AEntry a = 1; message AEntry { optional int32 key = 1; optional M value = 2; }",
        "map<int32, M> a = 1;",
    ),
    "map as list": in_message(
        "list-and-map-exchanged declaration-added",
        "map<int32, M> a = 1;",
        "repeated N a = 1; message N { optional int32 key = 1; optional M value = 2; }",
    ),
    "map as one message": in_message("type-changed", "map<int32, M> a = 1;", "optional M a = 1;"),
    "presence": in_message("presence-changed", "int32 a = 1;", "optional int32 a = 1;", PROTO3),
    "made required": in_message("made-required", "optional int32 a = 1;", "required int32 a = 1;"),
    "required no more": in_message(
        "required-no-more", "required int32 a = 1;", "optional int32 a = 1;"
    ),
    "made repeated": in_message("made-repeated", "optional int32 a = 1;", "repeated int32 a = 1;"),
    "made singular": in_message("made-singular", "repeated int32 a = 1;", "optional int32 a = 1;"),
    "moved into a oneof": in_message(
        "moved-into-oneof",
        "optional int32 a = 1; oneof o { M b = 2; }",
        "oneof o { int32 a = 1; M b = 2; }",
    ),
    "two moved into a new oneof": in_message(
        "moved-into-oneof declaration-added",
        "optional int32 a = 1; optional M b = 2;",
        "oneof o { int32 a = 1; M b = 2; }",
    ),
    "moved into another oneof": in_message(
        "moved-into-oneof",
        "oneof o { int32 a = 1; M b = 2; } oneof p { int32 c = 3; }",
        "oneof o { M b = 2; } oneof p { int32 c = 3; int32 a = 1; }",
    ),
    "moved out of a oneof": in_message(
        "moved-out-of-oneof",
        "oneof o { int32 a = 1; M b = 2; }",
        "optional int32 a = 1; oneof o { M b = 2; }",
    ),
    "alone in a new oneof": in_message(
        "alone-in-oneof declaration-added field-added",
        "optional int32 a = 1;",
        "oneof o { int32 a = 1; M b = 2; }",
    ),
    "oneof around one field removed": in_message(
        "alone-in-oneof declaration-removed",
        "oneof o { int32 a = 1; }",
        "optional int32 a = 1;",
    ),
    "oneof renamed": in_message(
        "declaration-renamed", "oneof o { int32 a = 1; }", "oneof p { int32 a = 1; }"
    ),
    "packed": in_message(
        "packed-changed", "repeated int32 a = 1;", "repeated int32 a = 1 [packed = true];"
    ),
    "default": in_message(
        "default-changed", "optional int32 a = 1;", "optional int32 a = 1 [default = 3];"
    ),
    "JSON name": in_message(
        "json-name-changed", "optional int32 a = 1;", 'optional int32 a = 1 [json_name = "A"];'
    ),
    "text checked": in_message(
        "text-checked",
        "string a = 1 [features.utf8_validation = NONE];",
        "string a = 1;",
        EDITION,
    ),
    "text unchecked": in_message(
        "text-unchecked",
        "string a = 1;",
        "string a = 1 [features.utf8_validation = NONE];",
        EDITION,
    ),
    "extension of another message": case(
        "extendee-changed",
        "message A { extensions 1 to 9; } message B { extensions 1 to 9; }"
        " extend A { optional int32 a = 1; }",
        "message A { extensions 1 to 9; } message B { extensions 1 to 9; }"
        " extend B { optional int32 a = 1; }",
    ),
    "extension removed": case(
        "declaration-removed",
        "message A { extensions 1 to 9; } extend A { optional int32 a = 1; optional A b = 2; }",
        "message A { extensions 1 to 9; } extend A { optional A b = 2; }",
    ),
    "value added": in_enum("value-added", "X = 0;", "X = 0; Y = 1;"),
    "alias added": in_enum(
        "alias-added",
        "option allow_alias = true; X = 0; Y = 1; Z = 1;",
        "option allow_alias = true; X = 0; Y = 1; Z = 1; W = 1;",
    ),
    "value with a reserved number added": in_enum(
        "value-takes-reserved reserved-removed", "X = 0; reserved 1;", "X = 0; Y = 1;"
    ),
    "value removed, all reserved": in_enum(
        "value-removed reserved-added", "X = 0; Y = 1;", 'X = 0; reserved 1; reserved "Y";'
    ),
    "value removed, number reserved": in_enum(
        "value-removed-name-free reserved-added", "X = 0; Y = 1;", "X = 0; reserved 1;"
    ),
    "value removed, name reserved": in_enum(
        "value-removed-number-free reserved-added", "X = 0; Y = 1;", 'X = 0; reserved "Y";'
    ),
    "value removed": in_enum("value-removed-number-free", "X = 0; Y = 1;", "X = 0;"),
    "value renamed": in_enum("value-renamed", "X = 0; Y = 1;", "X = 0; Z = 1;"),
    "value renumbered": in_enum("value-renumbered", "X = 0; Y = 1;", "X = 0; Y = 2;"),
    "newest value renumbered": in_enum(
        "value-name-moved alias-added", "X = 0; NEWEST = 1;", "X = 0; FIRST = 1; NEWEST = 2;"
    ),
    "first value": in_enum("first-value-changed", "X = 1; Y = 2;", "Y = 2; X = 1;"),
    "enum closed": in_enum(
        "openness-changed", "X = 0;", "option features.enum_type = CLOSED; X = 0;", EDITION
    ),
    "message added": case("declaration-added", "", "message M { optional int32 a = 1; }"),
    "message removed": case(
        "declaration-removed", "message N {} message M { required int32 a = 1; }", "message N {}"
    ),
    "enum removed": case(
        "declaration-removed", "enum E { X = 0; } enum F { Y = 0; }", "enum F { Y = 0; }"
    ),
    "service removed": case("declaration-removed", "message N {} service S {}", "message N {}"),
    "message renamed": case(
        "declaration-renamed",
        "message M { optional int32 a = 1; optional M next = 2; }",
        "message N { optional int32 a = 1; optional N next = 2; }",
    ),
    "moved to another file": Case(
        {"moved-to-another-file"},
        {"a.proto": PROTO2 + "message M {} message N {}", "b.proto": PROTO2 + "message O {}"},
        {"a.proto": PROTO2 + "message M {}", "b.proto": PROTO2 + "message O {} message N {}"},
    ),
    "file removed": Case(
        {"declaration-removed"},
        {"a.proto": PROTO2 + "message M {}", "b.proto": PROTO2 + "message N {}"},
        {"a.proto": PROTO2 + "message M {}"},
    ),
    "reserved": in_message("reserved-added", "reserved 1, 2;", "reserved 1 to 3;"),
    "reserved otherwise": in_message("", "reserved 1, 3, 2;", "reserved 1 to 3;"),
    "not reserved any more": in_message("reserved-removed", "reserved 1 to 3;", "reserved 1, 3;"),
    "not reserved in an enum": in_enum("reserved-removed", 'X = 0; reserved "Y";', "X = 0;"),
    "more room for extensions": in_message(
        "extension-range-added", "extensions 5;", "extensions 5 to max;"
    ),
    "less room for extensions": in_message(
        "extension-range-removed", "extensions 5 to max;", "extensions 5 to 9;"
    ),
    "names of fields in JSON": in_message(
        "json-form-loosened",
        "int32 a = 1;",
        "option features.json_format = LEGACY_BEST_EFFORT; int32 a = 1;",
        EDITION,
    ),
    "names of values in JSON": in_enum(
        "json-form-loosened",
        "X = 0;",
        "option features.json_format = LEGACY_BEST_EFFORT; X = 0;",
        EDITION,
    ),
    "names in JSON must differ": in_enum(
        "json-form-tightened",
        "option features.json_format = LEGACY_BEST_EFFORT; X = 0;",
        "X = 0;",
        EDITION,
    ),
    "made local": case("made-local", "export message M {}", "local message M {}", LOCAL),
    "made public": case("made-public", "local message M {}", "export message M {}", LOCAL),
    "method removed": case(
        "declaration-removed",
        "message A {} service S { rpc Call(A) returns (A); }",
        "message A {} service S {}",
    ),
    "request": in_method("method-type-changed", "(A) returns (A);", "(B) returns (A);"),
    "response": in_method("method-type-changed", "(A) returns (A);", "(A) returns (B);"),
    "requests": in_method(
        "method-streaming-changed", "(A) returns (A);", "(stream A) returns (A);"
    ),
    "responses": in_method(
        "method-streaming-changed", "(A) returns (stream A);", "(A) returns (A);"
    ),
    "idempotency": in_method(
        "idempotency-changed",
        "(A) returns (A) {}",
        "(A) returns (A) { option idempotency_level = IDEMPOTENT; }",
    ),
    "syntax": Case({"syntax-changed"}, PROTO3 + "message M {}", EDITION + "message M {}"),
    "package": Case(
        {"package-changed"},
        PROTO2 + "message M {}",
        PROTO2.replace("shop", "shop.b") + "message M {}",
    ),
    "imports": Case(
        {"imports-changed"},
        {"a.proto": PROTO2 + "message M {}", "b.proto": PROTO2 + "message N {}"},
        {"a.proto": PROTO2 + "message M {}", "b.proto": PROTO2 + 'import "a.proto"; message N {}'},
    ),
    "public import": Case(
        {"public-import-removed"},
        {
            "a.proto": PROTO2 + "message M {}",
            "b.proto": PROTO2 + 'import public "a.proto"; message N {}',
        },
        {"a.proto": PROTO2 + "message M {}", "b.proto": PROTO2 + 'import "a.proto"; message N {}'},
    ),
    **{
        f"option {name}": case(
            "generated-code-option", "message M {}", f"option {name} = {value}; message M {{}}"
        )
        for name, value in _OF_OTHER_LANGUAGES.items()
    },
    "strings in C++": in_message(
        "generated-code-option",
        "optional string a = 1;",
        "optional string a = 1 [ctype = CORD];",
    ),
    "integers in JavaScript": in_message(
        "generated-code-option",
        "optional int64 a = 1;",
        "optional int64 a = 1 [jstype = JS_STRING];",
    ),
    "accessor of descriptors": in_message(
        "generated-code-option", "", "option no_standard_descriptor_accessor = true;"
    ),
    "message set": in_message(
        "message-set-changed",
        "extensions 4 to 99;",
        "option message_set_wire_format = true; extensions 4 to 99;",
    ),
    "deprecated": in_message(
        "deprecation-changed",
        "optional int32 a = 1;",
        "optional int32 a = 1 [deprecated = true];",
    ),
    "another option": in_message(
        "option-changed",
        "optional int32 a = 1;",
        "optional int32 a = 1 [debug_redact = true];",
    ),
    **RESOLVED_CASES,
}

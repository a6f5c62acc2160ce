"""Made-up schemas with comments in every place: one layout a name, and random ones by seed."""

from __future__ import annotations

import random

_HEADER = 'syntax = "proto3";\n'

LAYOUTS = {
    "leading": "// Leads M.\nmessage M {\n  // Leads a.\n  int32 a = 1;\n}\n",
    "leading, several lines": "// One\n// and two\n//\n// and four.\nmessage M {}\n",
    "trailing on the same line": "message M {  // Trails M.\n  int32 a = 1;  // Trails a.\n}\n",
    "trailing on the same line, then more": (
        "message M {\n  int32 a = 1;  // Trails a.\n  // Leads b.\n  int32 b = 2;\n}\n"
    ),
    "trailing on the next line": (
        "message M {\n  int32 a = 1;\n  // Trails a.\n\n  int32 b = 2;\n  // Trails b.\n}\n"
    ),
    "trailing on the next line, then a leading one": (
        "message M {\n  int32 a = 1;\n  // Trails a.\n  /* Leads b. */\n  int32 b = 2;\n}\n"
    ),
    "ambiguous": "message M {\n  int32 a = 1;\n  // Leads b.\n  int32 b = 2;\n}\n",
    "detached": "// Detached.\n\n// Leads M.\nmessage M {}\n",
    "several detached": (
        "message M {\n  int32 a = 1;\n\n  // One.\n\n  // Two.\n  /* Three. */\n\n"
        "  // Leads b.\n  int32 b = 2;\n}\n"
    ),
    "all three at once": (
        "message M {\n  int32 a = 1;  // Trails a.\n  // Detached.\n\n  // Leads b.\n"
        "  int32 b = 2;\n  // Trails b.\n}\n"
    ),
    "block with stars": "/* One\n * and two\n *\n   * and four\n ** and five */\nmessage M {}\n",
    "block with two stars, as for Java": "/**\n * Says.\n */\nmessage M {\n  int32 a = 1; /** a */\n}\n",
    "block without stars": "/*\n   One\n     and two\n*/\nmessage M {}\n",
    "block of nothing": "/**/\nmessage M { /**/ int32 a = 1; /***/\n}\n",
    "line of three slashes": "/// Leads.\nmessage M {\n  int32 a = 1;  //! Trails.\n}\n",
    "line of nothing": "//\nmessage M {\n  //\n  //\n  int32 a = 1;  //\n}\n",
    "blocks side by side": "message M {\n  int32 a = 1; /* One. */ /* Two. */ int32 b = 2;\n}\n",
    "block between two fields of a line": "message M { int32 a = 1; /* Whose? */ int32 b = 2; }\n",
    "block that ends on the line of the next field": (
        "message M {\n  int32 a = 1; /* Whose\n  is it? */ int32 b = 2;\n}\n"
    ),
    "block and line comment on one line": (
        "message M {\n  int32 a = 1; /* Trails a. */ // Whose is this?\n"
        "  int32 b = 2; /* Trails\n  b. */ // And this?\n\n  // Leads c.\n  int32 c = 3;\n}\n"
    ),
    "in an empty body": "message M { // Trails M.\n}\nmessage N {\n  // Trails N, too.\n}\n",
    "several in an empty body": "message M {\n  // Trails M.\n\n  // Lost.\n\n  /* Lost. */ }\n",
    "block in an empty body on one line": "message M { /* Lost. */ }\nenum E { /* Lost. */ A = 0; }\n",
    "after an opening brace": (
        "message M {\n  // Trails M.\n\n  // Leads a.\n  int32 a = 1;\n"
        "  oneof o { // Trails o.\n    // Leads b.\n    int32 b = 2;\n  }\n}\n"
    ),
    "before a closing brace": (
        "message M {\n  int32 a = 1;\n\n  // Lost.\n}\nenum E {\n  A = 0;\n  // Trails A.\n"
        "  // So does this.\n}\n"
    ),
    "after a closing brace": "message M {\n} // Nobody's.\nmessage N {\n}\n// Nobody's.\n\nmessage O {}\n",
    "around lone semicolons": (
        "message M {\n};  // Nobody's.\n// Detached one.\n\n;\n// Detached two.\n\n"
        "// Nobody's.\n;\n// Leads N.\nmessage N { ; /* Nobody's. */ }\n"
    ),
    "inside declarations": (
        "message /* lost */ M {\n  int32 /* lost */ a = // lost\n    1 /* lost */;  // Trails a.\n"
        "  int32 b = 2 [  // lost\n    /* lost */ deprecated = true  // lost\n  ];  // Trails b.\n}\n"
    ),
    "on every kind of declaration": (
        "// o\noption java_package = \"p\";  // o\n// e\nenum E {  // e\n  // v\n  V = 0;  // v\n"
        "  // r\n  reserved 4;  // r\n  // n\n  reserved \"N\";  // n\n  // a\n"
        "  option deprecated = true;  // a\n}\n"
        "// m\nmessage M {  // m\n  // x\n  map<int32, int32> x = 1;  // x\n"
        "  // y\n  message Y {  // y\n  }\n  // w\n  oneof w {  // w\n    // z\n    Y z = 3;  // z\n  }\n"
        "  // r\n  reserved 5 to 6;  // r\n  // n\n  reserved \"n\";  // n\n}\n"
        "// s\nservice S {  // s\n  // c\n  rpc C(M) returns (M);  // c\n"
        "  // d\n  rpc D(M) returns (M) {  // d\n  }\n}\n"
    ),
    "odd white space": "//\tTab.  \nmessage M {\t// Tab.\t\n\f\v  int32 a = 1; //  no-break \u00a0\n}\n",
    "other scripts": "// Größe 大きさ \U0001f600\nmessage M {\n  int32 a = 1;  /* ñ\n  * ñ */\n}\n",
    "at the end of the file": "message M {\n  int32 a = 1;\n}\n// The end",
    "at the end, on the line of a statement": 'option java_package = "p";  // The end',
    "block at the end": 'option java_package = "p";\n/* The\n end */',
}  # fmt: skip


def layout(name: str) -> str:
    """The text of a named layout, with everything that a file needs."""
    return _HEADER + LAYOUTS[name]


def licensed_layout() -> str:
    """A file that starts with comments, since the first statement has no token before it."""
    header = "// Licence\n// text.\n\n/* About the file. */\n\n// Leads syntax.\n"
    return (
        header
        + _HEADER.replace("\n", "  // Trails syntax.\n")
        + "// Leads.\npackage p;  // Trails.\n"
    )


# Two files of declarations; each @ is a place for white space and comments.
_PROTO3 = (
    '@syntax = "proto3";@package p;@option java_package = "j";@message M {@int32 a = 1;@oneof o {'
    "@int32 b = 2;@string c = 3;@}@map<int32, int32> d = 4;@reserved 7;@enum E {@Z = 0;@Y = 1;@}"
    "@message N {@}@;@optional int32 z = 9;@option deprecated = true;@}@;@enum F {@V = 0;@}"
    "@service S {@rpc R(M) returns (M);@rpc Q(M) returns (M) {@}@}@"
)
_PROTO2 = (
    '@syntax = "proto2";@package p.q;@message M {@optional group G = 1 {@optional .p.q.M m = 1;@}'
    "@extensions 100 to 200;@repeated .p.q.M x = 2 [deprecated = true];@oneof o {@group H = 3 {"
    "@optional int32 y = 1;@}@.p.q.M w = 7;@}@extend M {@optional int32 e = 110;@}@message D {@}"
    '@enum Q {@A = 0 [deprecated = true];@reserved "B";@}@;;@reserved 20;@}@;'
    "@extend M {@optional int32 f = 111;@}@message L {@}@extend M {@optional int32 h = 113;@}@"
)
_PIECES = (
    " ", "\t", "\n", "\n", "\n\n", "\r\n", "  // one\n", "// two \t\n", "//\n", "// three\r\n",
    "/* four */", "/* five */ ", "/* six\n  * seven\n */", "/** eight\n\n   nine **/", "/**/",
)  # fmt: skip


def random_layout(seed: int) -> str:
    """Declarations with white space and comments at random in all places between them."""
    choice = random.Random(seed)
    text = _PROTO2 if seed % 2 else _PROTO3
    ends = ("", "", "// end", "/* end */")
    gaps = (
        "".join(choice.choices(_PIECES, k=choice.choice((0, 1, 1, 2, 3, 4))))
        for _ in range(text.count("@"))
    )
    first, *others = text.split("@")
    return first + "".join(g + o for g, o in zip(gaps, others, strict=True)) + choice.choice(ends)

"""Every release of ONNX there is: a package made of its schemas, its own files, and the others'."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

import pytest

import onnxwire
from fetch_schemas import VERSIONS
from oracles.releases import Release, archive_of, release_of
from wiregen.evolution.compatibility import Effect
from wiregen.pipeline import changes_between
from wiregen.project import read_configuration
from wiregen.update.edits import DUE
from wiregen.update.takeover import take_over

CHECKOUT = Path(__file__).parents[2]
SCHEMAS = CHECKOUT / "build" / "schemas"
# What is tried without `--all-releases`.
FEW = ("1.0.0",)
# The first releases carry no models.
WITHOUT_FILES = ("0.1", "0.2", "0.2.1")

pytestmark = pytest.mark.wheels


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """The releases and the versions of the IR to try: a few, or all if that is asked for."""
    is_all = metafunc.config.getoption("--all-releases")
    if "version" in metafunc.fixturenames:
        metafunc.parametrize("version", VERSIONS if is_all else FEW, scope="module")
    if "ir_version" in metafunc.fixturenames:
        metafunc.parametrize("ir_version", IR_VERSIONS if is_all else [max(IR_VERSIONS)])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("releases")


@pytest.fixture(scope="module")
def release(version: str, folder: Path) -> Release:
    archive = archive_of(version)
    if archive is None:
        pytest.skip("`make releases` fetches them")
    return release_of(version, archive, folder)


@pytest.fixture(scope="module")
def oldest(folder: Path) -> tuple[ModuleType, ...]:
    """The packages of the first release, which knows no models, and of the first that does."""
    archives = {version: archive_of(version) for version in ("0.1", "1.0.0")}
    return tuple(release_of(v, path, folder).package for v, path in archives.items() if path)


def test_a_release_s_package_reads_its_files_and_writes_the_same_bytes(
    version: str, release: Release
) -> None:
    count = 0
    for file in release.files():
        message_class = getattr(release.package, file.type_name)
        assert message_class.FromString(file.data).SerializeToString() == file.data, file.name
        count += 1
    assert bool(count) == (version not in WITHOUT_FILES)


def test_the_newest_package_reads_its_files_and_writes_the_same_bytes(release: Release) -> None:
    for file in release.files():
        message_class = getattr(onnxwire, file.type_name)
        assert message_class.FromString(file.data).SerializeToString() == file.data, file.name


def test_the_oldest_packages_lose_nothing_of_its_files(
    release: Release, oldest: tuple[ModuleType, ...]
) -> None:
    # What they do not know they keep behind what they do, so the release's own package has to
    # put it in order again; then the bytes are the same only if all were kept.
    for file in release.files():
        own = getattr(release.package, file.type_name)
        for package in oldest:
            message_class = getattr(package, file.type_name, None)
            if message_class is not None:
                data = message_class.FromString(file.data).SerializeToString()
                assert own.FromString(data).SerializeToString() == file.data, file.name


def test_our_schemas_become_those_of_a_release_without_its_comments(version: str) -> None:
    release = SCHEMAS / f"onnx-{version}"
    if not release.is_dir():
        pytest.skip("`make schemas` fetches them")
    package = read_configuration(CHECKOUT)[0]
    found = take_over(package, str(release), CHECKOUT)
    assert found.left == ()
    paths = [package.roots[0] / name for name in package.schemas]
    ours = {line for path in paths for line in comment_lines(path.read_text(encoding="utf-8"))}
    for text in found.text_by_path.values():
        assert {line for line in comment_lines(text) if DUE not in line} <= ours


def comment_lines(text: str) -> set[str]:
    return {line.strip() for line in text.splitlines() if "//" in line or "*/" in line}


@dataclass(frozen=True)
class Published:
    """What ONNX said that a version of the IR changes, and the two releases around it."""

    releases: tuple[str, str]
    added: set[str]
    removed: frozenset[str] = frozenset()
    # What came without having been told of, and what had come before.
    untold: frozenset[str] = frozenset()


# Read by a person in the comments of the enum Version and in the changelogs, and written
# down here as names. Each is all that was said of the schema; what was said of the meaning
# of models (initializers that are no inputs, say) leaves no trace in it.
IR_VERSIONS = {
    4: Published(
        ("1.3.0", "1.4.0"),
        added={"TensorProto.BFLOAT16"},
        untold=frozenset(
            {
                *("TensorProto.external_data", "TensorProto.data_location"),
                *("TensorProto.DataLocation", "TypeProto.Opaque", "TypeProto.opaque_type"),
                *("TypeProto.SparseTensor", "TypeProto.sparse_tensor_type"),
            }
        ),
    ),
    5: Published(
        ("1.4.1", "1.5.0"), added={"TensorAnnotation", "GraphProto.quantization_annotation"}
    ),
    6: Published(
        ("1.5.0", "1.6.0"),
        added={
            *("SparseTensorProto", "GraphProto.sparse_initializer"),
            *("AttributeProto.sparse_tensor", "AttributeProto.sparse_tensors"),
            *("AttributeProto.SPARSE_TENSOR", "AttributeProto.SPARSE_TENSORS"),
        },
    ),
    7: Published(
        ("1.6.0", "1.7.0"),
        added={"FunctionProto.opset_import", "TrainingInfoProto", "ModelProto.training_info"},
    ),
    # TypeProto.SparseTensor, also said to be new, came to the other variant only.
    8: Published(
        ("1.9.0", "1.10.0"),
        added={"TypeProto.Optional", "TypeProto.optional_type", "ModelProto.functions"},
        removed=frozenset({"FunctionProto.since_version", "FunctionProto.status"}),
        untold=frozenset(
            {
                *("AttributeProto.tp", "AttributeProto.type_protos", "FunctionProto.domain"),
                *("AttributeProto.TYPE_PROTO", "AttributeProto.TYPE_PROTOS"),
                *("OptionalProto", "SequenceProto.optional_values", "SequenceProto.OPTIONAL"),
            }
        ),
    ),
    9: Published(
        ("1.13.1", "1.14.0"),
        added={
            "FunctionProto.attribute_proto",
            *(f"TensorProto.FLOAT8{name}" for name in ("E4M3FN", "E4M3FNUZ", "E5M2", "E5M2FNUZ")),
        },
    ),
    10: Published(
        ("1.15.0", "1.16.0"),
        added={
            *("TensorProto.UINT4", "TensorProto.INT4"),
            *("FunctionProto.overload", "NodeProto.overload"),
            *(
                f"{message}.metadata_props"
                for message in (
                    *("ValueInfoProto", "NodeProto", "GraphProto", "TensorProto"),
                    "FunctionProto",
                )
            ),
        },
        untold=frozenset({"FunctionProto.value_info"}),
    ),
    11: Published(
        ("1.17.0", "1.18.0"),
        added={
            "TensorProto.FLOAT4E2M1",
            *("DeviceConfigurationProto", "ModelProto.configuration"),
            *("NodeDeviceConfigurationProto", "NodeProto.device_configurations"),
            *("ShardingSpecProto", "ShardedDimProto", "SimpleShardedDimProto"),
            "IntIntListEntryProto",
        },
    ),
    12: Published(("1.18.0", "1.19.0"), added={"TensorProto.FLOAT8E8M0"}),
    13: Published(("1.19.1", "1.20.0"), added={"TensorProto.UINT2", "TensorProto.INT2"}),
    14: Published(("1.22.0", "1.23.0"), added={"TensorProto.FLOAT6E2M3", "TensorProto.FLOAT6E3M2"}),
}


def test_what_changed_with_an_ir_version_is_what_was_published(ir_version: int) -> None:
    told = IR_VERSIONS[ir_version]
    folders = [SCHEMAS / f"onnx-{version}" for version in told.releases]
    if not all(folder.is_dir() for folder in folders):
        pytest.skip("`make schemas` fetches them")
    old, new = map(str, folders)
    findings = changes_between(old, new, read_configuration(CHECKOUT), CHECKOUT).findings
    names = {
        finding.change.declared.name.removeprefix("onnx.")
        for finding in findings
        if finding.change.is_addition
    }
    names = {name for name in names if not name.startswith("IR_VERSION_")}
    assert names == told.added | told.untold
    removed = {
        f.change.declared.name.removeprefix("onnx.") for f in findings if f.change.is_removal
    }
    assert removed == told.removed
    moved = [f.change.after for f in findings if f.change.declared.name == "onnx.IR_VERSION"]
    assert moved == [str(ir_version)]
    assert not any(finding.rule.worst is Effect.WIRE for finding in findings)

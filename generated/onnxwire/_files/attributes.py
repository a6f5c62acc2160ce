# Copied by wiregen from templates/onnx/_files/attributes.py; do not edit.
"""File metadata: owner, group, permissions, extended attributes."""

from __future__ import annotations

import os
import stat
from errno import EACCES, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM

# What file systems, mounts and users cannot do.
NOT_POSSIBLE = (EACCES, EINVAL, ENOSYS, ENOTSUP, EOPNOTSUPP, EPERM)
# Security modules label files by where they are made.
_NOT_COPIED = "security."


def copy_attributes(path: str, descriptor: int) -> bool:
    """Give an open file the attributes of the file at a path; False if it does not get all."""
    wanted = os.stat(path)
    try:
        # First: a change of owner may take away permissions.
        _set_owner(descriptor, wanted.st_uid, wanted.st_gid)
        _set_mode(descriptor, wanted.st_mode)
        _copy_extended(path, descriptor)
        found = os.fstat(descriptor)
    except OSError as error:
        if error.errno not in NOT_POSSIBLE:
            raise
        return False
    # Some file systems ignore what they cannot do.
    return _owner_and_mode(found) == _owner_and_mode(wanted)


def give_access(path: str, descriptor: int) -> None:
    """Let those read an open file who may read the file at a path, as far as possible.

    Nobody else may: where groups differ, the file's group may do what everybody may.
    """
    if copy_attributes(path, descriptor):
        return
    wanted = os.stat(path)
    mode = stat.S_IMODE(wanted.st_mode) & 0o777
    try:
        _set_owner(descriptor, os.fstat(descriptor).st_uid, wanted.st_gid)
    except OSError:
        mode &= ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3
    if _extended(path):
        # The bits of the group may be those of an access control list.
        mode &= ~stat.S_IRWXG | (mode & stat.S_IRWXO) << 3
    try:
        _set_mode(descriptor, mode)
    except OSError:
        # It stays as private as it was made.
        pass


def _set_owner(descriptor: int, owner: int, group: int) -> None:
    found = os.fstat(descriptor)
    if (found.st_uid, found.st_gid) != (owner, group):
        os.fchown(descriptor, owner, group)


def _set_mode(descriptor: int, mode: int) -> None:
    if stat.S_IMODE(os.fstat(descriptor).st_mode) != stat.S_IMODE(mode):
        os.fchmod(descriptor, stat.S_IMODE(mode))


def _copy_extended(path: str, descriptor: int) -> None:
    wanted, found = _extended(path), _extended(descriptor)
    for name in found - wanted:
        # A folder may give its files access control lists.
        os.removexattr(descriptor, name)
    for name in wanted:
        value = os.getxattr(path, name)
        if name not in found or os.getxattr(descriptor, name) != value:
            os.setxattr(descriptor, name, value)


def _extended(file: str | int) -> set[str]:
    """Return the names of a file's extended attributes, where the system has such."""
    if not hasattr(os, "listxattr"):
        return set()
    try:
        return {name for name in os.listxattr(file) if not name.startswith(_NOT_COPIED)}
    except OSError:
        return set()


def _owner_and_mode(status: os.stat_result) -> tuple[int, int, int]:
    return status.st_uid, status.st_gid, stat.S_IMODE(status.st_mode)

"""RFC 6962 trees: roots, and proofs of inclusion and consistency (as RFC 9162 writes their checks down)."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence

MAX_PATH = 128
"""The most hashes of a proof: a tree has fewer than 2^53 leaves, and a consistency proof goes down and up once."""


def leaf_hash(data: bytes) -> bytes:
    """The hash of a leaf."""
    return hashlib.sha256(b"\x00" + data).digest()


def _node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A tree that only grows, held as the roots of its perfect subtrees, largest first: one for each bit set in its size."""

    def __init__(self, size: int = 0, frontier: Sequence[bytes] = ()) -> None:
        """Begins with no leaves, or where an earlier one was left."""
        if size < 0 or size.bit_count() != len(frontier):
            raise ValueError(f"no tree of {size} leaves has {len(frontier)} subtrees")
        self.size = size
        self.frontier = list(frontier)

    def append(self, leaf: bytes) -> None:
        """Adds a leaf's data."""
        node, size = leaf_hash(leaf), self.size
        while size & 1:  # every trailing one is a subtree as large as the new one: they merge, as a carry does
            node = _node(self.frontier.pop(), node)
            size >>= 1
        self.frontier.append(node)
        self.size += 1

    def root(self) -> bytes:
        """The root; that of no leaves is SHA-256 of nothing."""
        if not self.frontier:
            return hashlib.sha256().digest()
        root = self.frontier[-1]
        for subtree in reversed(self.frontier[:-1]):
            root = _node(subtree, root)
        return root


def check_inclusion(path: Sequence[bytes], size: int, root: bytes, index: int, leaf: bytes) -> bool:
    """Whether a path proves that the leaf with this hash is at an index of a tree (RFC 9162, section 2.1.3.2)."""
    if not 0 <= index < size or len(path) > MAX_PATH:
        return False
    fn, sn, found = index, size - 1, leaf
    for step in path:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            found = _node(step, found)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            found = _node(found, step)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and found == root


def check_consistency(path: Sequence[bytes], first: int, first_root: bytes, second: int, second_root: bytes) -> bool:
    """Whether a path proves that a tree begins with a smaller one (RFC 9162, section 2.1.4.2)."""
    if not 0 <= first <= second or len(path) > MAX_PATH:
        return False
    if first == 0:
        return True
    if first == second:
        return not path and first_root == second_root
    if not path:
        return False
    fn, sn = first - 1, second - 1
    while fn & 1:
        fn, sn = fn >> 1, sn >> 1
    steps = [first_root, *path] if fn == 0 else list(path)  # a power of two is a subtree of the later tree
    older = newer = steps[0]
    for step in steps[1:]:
        if sn == 0:
            return False
        if fn & 1 or fn == sn:
            older, newer = _node(step, older), _node(step, newer)
            while not fn & 1 and fn:
                fn, sn = fn >> 1, sn >> 1
        else:
            newer = _node(newer, step)
        fn, sn = fn >> 1, sn >> 1
    return sn == 0 and older == first_root and newer == second_root

"""Finds calls whose outcome depends on the order in which their arguments are evaluated.

C++ leaves that order open: g++ goes from right to left on x86-64 and from left to right on arm64. So no operand of a
call, a constructor in parentheses or an operator may move, change or draw from what another operand of it uses. Name
the value in a statement of its own instead, or use braces, which are ordered.

    tools/check_argument_order.py BUILD_FOLDER [PATH…]

checks every unit of BUILD_FOLDER/compile_commands.json that is below PATH (the whole project), and the project's
headers that they include. What it knows of a function is its declaration, so these count as changes: std::move,
increments and assignments, a call of a method that is not const, an argument for a reference that is not const,
and what a local lambda does of these when it is called.
"""

import argparse
import functools
import json
import multiprocessing
import os
import pathlib
import shlex
import subprocess
import sys
from collections.abc import Iterator

import clang.cindex
from clang.cindex import Cursor, CursorKind, TypeKind

ROOT = pathlib.Path(__file__).resolve().parent.parent

# What C++17 evaluates from left to right, or from right to left, everywhere.
ORDERED_OPERATORS = {"<<", ">>", "=", "[]", "->", "->*", ",", "&&", "||", "()"}
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
# Functions that take a changeable reference and only give access to it.
ACCESSORS = {"addressof", "begin", "data", "end", "get", "get_if", "ref", "tie"}
VARIABLES = {CursorKind.VAR_DECL, CursorKind.PARM_DECL, CursorKind.FIELD_DECL, CursorKind.UNEXPOSED_DECL}
METHODS = {CursorKind.CXX_METHOD, CursorKind.FUNCTION_TEMPLATE}

# A variable, a member of one or what one points to: the ids of declarations from the outside in.
Path = tuple[str, ...]
THIS: Path = ("this",)
POINTEE = "*"


class Effects:
    """What evaluating an expression uses and changes."""

    def __init__(self):
        self.uses: set[Path] = set()
        self.changes: set[Path] = set()

    def add(self, other: "Effects") -> None:
        self.uses |= other.uses
        self.changes |= other.changes

    def change(self, path: Path | None) -> None:
        if path:
            self.changes.add(path)


def affects(changed: Path, used: Path) -> bool:
    """A change of what a pointer points to does not affect the pointer."""
    shared = min(len(changed), len(used))
    return changed[:shared] == used[:shared] and POINTEE not in changed[shared:]


def children(cursor: Cursor) -> list[Cursor]:
    return list(cursor.get_children())


def stripped(cursor: Cursor) -> Cursor:
    """Without parentheses and conversions that the compiler adds."""
    while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        inner = children(cursor)
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor


def declaration_id(cursor: Cursor) -> str:
    return f"{cursor.get_usr()}@{cursor.location.offset}"


def path_of(cursor: Cursor) -> Path | None:
    """Nothing for what is no variable and no part of one."""
    cursor = stripped(cursor)
    if cursor.kind == CursorKind.CXX_THIS_EXPR:
        return THIS
    if cursor.kind == CursorKind.DECL_REF_EXPR:
        target = cursor.referenced
        return (declaration_id(target),) if target is not None and target.kind in VARIABLES else None
    if cursor.kind in (CursorKind.MEMBER_REF_EXPR, CursorKind.MEMBER_REF):
        return member_path(cursor)
    if cursor.kind == CursorKind.UNARY_OPERATOR and operator_of(cursor) == "*":
        return pointee(path_of(children(cursor)[0]))
    if cursor.kind == CursorKind.CALL_EXPR and cursor.spelling in ("operator*", "operator->") and len(list(cursor.get_arguments())) == 1:
        return pointee(path_of(next(iter(cursor.get_children()))))
    return None


def pointee(path: Path | None) -> Path | None:
    return (*path, POINTEE) if path and path != THIS else path


def base_path(member: Cursor) -> Path | None:
    """What a member is accessed on: `a` of a.b and a->b, and this object where nothing is written."""
    bases = [child for child in member.get_children() if child.kind.is_expression()]
    if not bases:
        return THIS
    path = path_of(bases[0])
    return pointee(path) if bases[0].type.get_canonical().kind == TypeKind.POINTER else path


def member_path(cursor: Cursor) -> Path | None:
    target = cursor.referenced
    if target is None or target.kind not in VARIABLES:
        return None
    base = base_path(cursor)
    return (*base, declaration_id(target)) if base else None


class Key:
    """A cursor as a key of a cache; cursors themselves cannot be hashed."""

    def __init__(self, cursor: Cursor):
        self.cursor = cursor

    def __hash__(self) -> int:
        return self.cursor.hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Key) and self.cursor == other.cursor


@functools.cache
def tokens_of(key: Key) -> tuple[str, ...]:
    return tuple(token.spelling for token in key.cursor.get_tokens())


def tokens(cursor: Cursor) -> tuple[str, ...]:
    return tokens_of(Key(cursor))


def operator_of(cursor: Cursor) -> str:
    """The sign of an operator expression."""
    if cursor.kind == CursorKind.CALL_EXPR:
        return cursor.spelling.removeprefix("operator")
    operands = children(cursor)
    signs = tokens(cursor)
    if len(operands) == 1:
        first = signs[0] if signs else ""
        return first if first in ("++", "--", "*", "&", "!", "-", "+", "~") else (signs[-1] if signs else "")
    left = len(tokens(operands[0]))
    return signs[left] if left < len(signs) else ""


# Calls.


def callee_expression(call: Cursor) -> Cursor | None:
    inner = children(call)
    return stripped(inner[0]) if inner else None


def is_overloaded_operator(call: Cursor) -> bool:
    name = call.spelling
    return name.startswith("operator") and not name[len("operator") :][:1].isalnum() and " " not in name and name != "operator()"


def object_path(call: Cursor, function: Cursor) -> Path | None:
    """Whose method is called."""
    if is_overloaded_operator(call) or function.spelling == "operator()":
        return path_of(children(call)[0])
    callee = callee_expression(call)
    if callee is None or callee.kind != CursorKind.MEMBER_REF_EXPR:
        return None
    return base_path(callee)


@functools.cache
def only_gives_access(owner_key: Key, name: str) -> bool:
    """A method such as begin(), which has a const form beside it."""
    owner = template_of(owner_key.cursor)
    methods = [each for each in owner.get_children() if each.kind in METHODS and each.spelling == name]
    return any(each.is_const_method() for each in methods)


def changes_its_object(function: Cursor) -> bool:
    if function.kind != CursorKind.CXX_METHOD or function.is_static_method() or function.is_const_method():
        return False
    return not only_gives_access(Key(function.semantic_parent), function.spelling)


def reference_parameters(function: Cursor) -> list[bool]:
    """For each parameter, whether it is a reference through which the function may change its argument."""
    if function.spelling in ACCESSORS:
        return []
    # As declared: T&& of a template is no such reference, whatever T is.
    declared = template_of(function)
    parameters = [each for each in declared.get_children() if each.kind == CursorKind.PARM_DECL]
    return [is_changeable_reference(each.type) for each in parameters]


def template_of(cursor: Cursor) -> Cursor:
    """The template of which a function or class was made, or itself."""
    template = clang.cindex.conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return cursor if template is None or template.kind.is_invalid() else template


def is_changeable_reference(kind: clang.cindex.Type) -> bool:
    return kind.kind == TypeKind.LVALUEREFERENCE and not kind.get_pointee().is_const_qualified()


def is_lambda(kind: clang.cindex.Type) -> bool:
    return "(lambda at " in kind.get_canonical().spelling


def lambda_of(call: Cursor) -> Cursor | None:
    """The body of the local lambda that is called."""
    inner = children(call)
    target = stripped(inner[0]).referenced if inner else None
    if target is None or target.kind != CursorKind.VAR_DECL or not is_lambda(target.type):
        return None
    for each in target.walk_preorder():
        if each.kind == CursorKind.LAMBDA_EXPR:
            return next((part for part in each.get_children() if part.kind == CursorKind.COMPOUND_STMT), None)
    return None


def call_effects(call: Cursor) -> Effects:
    """What the call itself does, beside what its operands do."""
    made = Effects()
    function = call.referenced
    arguments = list(call.get_arguments())
    if call.spelling == "move" and len(arguments) == 1 and (function is None or function.kind != CursorKind.CXX_METHOD):
        made.change(path_of(arguments[0]))
        return made
    if function is None:
        return made
    body = lambda_of(call) if function.spelling == "operator()" else None
    if body is not None:
        made.add(effects(body))
    elif changes_its_object(function):
        made.change(object_path(call, function))
    references = reference_parameters(function)
    if is_overloaded_operator(call) and function.kind == CursorKind.CXX_METHOD:
        arguments = arguments[1:]
    for argument, is_reference in zip(arguments, references):
        if is_reference:
            made.change(path_of(argument))
    return made


def effects(cursor: Cursor) -> Effects:
    return effects_of(Key(cursor))


@functools.cache
def effects_of(key: Key) -> Effects:
    cursor = key.cursor
    made = Effects()
    path = path_of(cursor)
    if path:
        made.uses.add(path)
        return made
    if cursor.kind == CursorKind.LAMBDA_EXPR:
        # Its body runs later, if at all; what it takes along is taken now.
        for part in cursor.get_children():
            if part.kind.is_expression():
                made.add(effects(part))
        return made
    if cursor.kind == CursorKind.UNARY_OPERATOR and operator_of(cursor) in ("++", "--"):
        made.change(path_of(children(cursor)[0]))
    elif cursor.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
        made.change(path_of(children(cursor)[0]))
    elif cursor.kind == CursorKind.BINARY_OPERATOR and operator_of(cursor) == "=":
        made.change(path_of(children(cursor)[0]))
    elif cursor.kind == CursorKind.CALL_EXPR:
        made.add(call_effects(cursor))
        if call_uses_this(cursor):
            made.uses.add(THIS)
    for child in cursor.get_children():
        made.add(effects(child))
    return made


def call_uses_this(call: Cursor) -> bool:
    callee = callee_expression(call)
    function = call.referenced
    if callee is None or function is None or callee.kind != CursorKind.MEMBER_REF_EXPR:
        return False
    return function.kind == CursorKind.CXX_METHOD and not function.is_static_method() and not children(callee)


# Places.


def unordered_operands(cursor: Cursor) -> list[Cursor]:
    """Those that may be evaluated in any order."""
    if cursor.kind == CursorKind.BINARY_OPERATOR:
        sign = operator_of(cursor)
        return [] if sign in ORDERED_OPERATORS or sign in ASSIGNMENTS else children(cursor)
    if cursor.kind != CursorKind.CALL_EXPR:
        return []
    arguments = list(cursor.get_arguments())
    if len(arguments) < 2:
        return []
    if is_overloaded_operator(cursor):
        sign = operator_of(cursor)
        return [] if sign in ORDERED_OPERATORS or sign in ASSIGNMENTS else arguments
    return [] if tokens(cursor)[-1:] == ("}",) else arguments


def is_finding(cursor: Cursor) -> bool:
    each = [effects(operand) for operand in unordered_operands(cursor)]
    return any(
        affects(changed, used)
        for index, one in enumerate(each)
        for changed in one.changes
        for position, other in enumerate(each)
        if position != index
        for used in other.uses | other.changes
    )


def findings_in(cursor: Cursor) -> Iterator[Cursor]:
    if is_finding(cursor):
        yield cursor
    for child in cursor.get_children():
        yield from findings_in(child)


# Units.


def arguments_of(command: dict) -> list[str]:
    words = command.get("arguments") or shlex.split(command["command"])
    kept = []
    skip = False
    for word in words[1:]:
        if skip:
            skip = False
        elif word in ("-o", "-MF", "-MT", "-MQ"):
            skip = True
        elif word not in ("-c", "-MD", "-MMD", command["file"]) and not word.endswith("clang++"):
            kept.append(word)
    return kept


@functools.cache
def resource_folder() -> str:
    """The compiler's own headers, which the library does not look for."""
    return subprocess.run(["clang-19", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()


def check_unit(file: str, arguments: list[str], root: str, seen: set[str]) -> list[str]:
    """Lines for what is found in a unit and in those headers below `root` that are not in `seen` yet."""
    unit = clang.cindex.Index.create().parse(file, args=arguments)
    errors = [str(each) for each in unit.diagnostics if each.severity >= clang.cindex.Diagnostic.Error]
    if errors:
        raise RuntimeError("\n".join([f"{file}: the check cannot read this unit", *errors[:5]]))
    found = {}
    new = set()
    for cursor in unit.cursor.get_children():
        name = cursor.location.file.name if cursor.location.file else ""
        path = os.path.abspath(name)
        if not path.startswith(root + os.sep) or path in seen:
            continue
        new.add(path)
        for place in findings_in(cursor):
            where = place.location
            line = f"{os.path.relpath(where.file.name, root)}:{where.line}:{where.column}"
            found[line] = f"{line}: the outcome depends on the order of the operands"
    seen |= new
    for cached in (effects_of, tokens_of, only_gives_access):
        cached.cache_clear()
    return list(found.values())


headers_seen: set[str] = set()  # in this process


def check_command(command: dict) -> list[str]:
    file = str(pathlib.Path(command["directory"], command["file"]))
    os.chdir(command["directory"])
    arguments = [f"-resource-dir={resource_folder()}", *arguments_of(command), "-w"]
    headers_seen.discard(file)
    return check_unit(file, arguments, str(ROOT), headers_seen)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("build", type=pathlib.Path, help="a folder with compile_commands.json, made for clang")
    parser.add_argument("paths", nargs="*", type=pathlib.Path, help="check only units below these")
    options = parser.parse_args()
    commands = json.loads((options.build / "compile_commands.json").read_text())
    below = [str(path.resolve()) for path in options.paths] or [str(ROOT)]
    build = str(options.build.resolve())
    chosen = [each for each in commands if each["file"].startswith(tuple(below)) and not each["file"].startswith(build)]
    if not chosen:
        print("check_argument_order: no unit to check", file=sys.stderr)
        return 2
    with multiprocessing.Pool() as pool:
        found = sorted({line for lines in pool.imap_unordered(check_command, chosen) for line in lines})
    print("\n".join(found) if found else f"argument order: nothing found in {len(chosen)} units")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

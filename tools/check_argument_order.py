"""Finds calls whose result depends on the evaluation order of their arguments.

C++ does not define that order: g++ goes from right to left on x86-64 and from left to right on arm64. So no operand of
a call, a constructor in parentheses or an operator may move from or change what another operand uses. Compute the
value in its own statement instead, or use braces, which are ordered.

    tools/check_argument_order.py BUILD_FOLDER [PATH…]

checks every unit of BUILD_FOLDER/compile_commands.json that is below PATH (the whole project), and the project's
headers that they include. It knows only the declarations of functions, so these count as changes: std::move,
increments and assignments, a call of a non-const method, an argument for a non-const reference or pointer, and the same
in a local lambda that is called. It does not see changes to objects other than arguments, nor two names of one object.
In templates it sees only what does not depend on a parameter, std::move and std::forward.
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

from shared_units import Source, grouped, sources_in, write_units

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Operators whose evaluation order C++17 defines.
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>="}
ORDERED_OPERATORS = ASSIGNMENTS | {"<<", ">>", "[]", "->*", ",", "&&", "||"}
MOVES = {"move", "forward"}
# Functions that take a non-const reference but only give access to it.
ACCESSORS = {"addressof", "begin", "data", "end", "get", "get_if", "ref", "size", "tie"}
VARIABLES = {CursorKind.VAR_DECL, CursorKind.PARM_DECL, CursorKind.FIELD_DECL, CursorKind.UNEXPOSED_DECL}
# Expressions that are a path and have no effect.
NAMES = {CursorKind.DECL_REF_EXPR, CursorKind.MEMBER_REF_EXPR, CursorKind.CXX_THIS_EXPR}
METHODS = {CursorKind.CXX_METHOD, CursorKind.FUNCTION_TEMPLATE}

# A path: a variable, its member, its pointee or what its method refers to, as ids from the outside in.
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
    """Removes parentheses and implicit conversions."""
    while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        inner = children(cursor)
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor


def declaration_id(cursor: Cursor) -> str:
    return f"{cursor.get_usr()}@{cursor.location.offset}"


def path_of(cursor: Cursor) -> Path | None:
    """None if the expression is not a variable or a part of one."""
    cursor = stripped(cursor)
    if cursor.kind == CursorKind.CXX_THIS_EXPR:
        return THIS
    if cursor.kind == CursorKind.DECL_REF_EXPR:
        target = cursor.referenced
        return (declaration_id(target),) if target is not None and target.kind in VARIABLES else None
    if cursor.kind == CursorKind.MEMBER_REF_EXPR:
        return member_path(cursor)
    if cursor.kind == CursorKind.ARRAY_SUBSCRIPT_EXPR:
        return path_of(children(cursor)[0])
    if cursor.kind == CursorKind.UNARY_OPERATOR and unary_sign(cursor) == "*":
        return pointee(path_of(children(cursor)[0]))
    return call_path(cursor) if cursor.kind == CursorKind.CALL_EXPR else None


def pointee(path: Path | None) -> Path | None:
    return (*path, POINTEE) if path and path != THIS else path


def base_path(member: Cursor) -> Path | None:
    """The object of a member access: `a` of a.b and a->b, or `this` if it is implicit."""
    bases = [child for child in member.get_children() if child.kind.is_expression()]
    if not bases:
        return THIS
    path = path_of(bases[0])
    return pointee(path) if bases[0].type.get_canonical().kind == TypeKind.POINTER else path


def member_path(cursor: Cursor) -> Path | None:
    target = cursor.referenced
    if target is not None and target.kind not in VARIABLES:
        return None
    base = base_path(cursor)
    # The member may depend on a template parameter; its name is known.
    return (*base, declaration_id(target) if target is not None else tokens(cursor)[-1]) if base else None


def call_path(call: Cursor) -> Path | None:
    """The path of what a call returns a reference to: an element, a pointee, a part of an object."""
    first = next(iter(call.get_children()), None)
    if first is not None and call.spelling == "operator[]":
        return path_of(first)
    if first is not None and call.spelling in ("operator*", "operator->") and len(list(call.get_arguments())) == 1:
        return pointee(path_of(first))
    function = call.referenced
    if function is None or not is_changeable_reference(function.result_type) or is_overloaded_operator(call):
        return None
    owner = object_path(call, function) if function.kind == CursorKind.CXX_METHOD else ()
    return None if owner is None else (*owner, declaration_id(function))


class Key:
    """A hashable key for a cursor, for caches."""

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


def unary_sign(cursor: Cursor) -> str:
    signs = tokens(cursor) or ("",)
    return signs[0] if signs[0] in ("++", "--", "*", "&", "!", "-", "+", "~") else signs[-1]


# Calls.


def callee_expression(call: Cursor) -> Cursor | None:
    inner = children(call)
    return stripped(inner[0]) if inner else None


def is_overloaded_operator(call: Cursor) -> bool:
    name = call.spelling
    return name.startswith("operator") and not name[len("operator") :][:1].isalnum() and " " not in name and name != "operator()"


def arguments_of_call(call: Cursor) -> list[Cursor]:
    """The arguments without the object, which operators that are methods include."""
    function = call.referenced
    skipped = 1 if function is not None and function.kind == CursorKind.CXX_METHOD and function.spelling.startswith("operator") else 0
    return list(call.get_arguments())[skipped:]


def is_move(call: Cursor) -> bool:
    if call.referenced is not None:
        return call.spelling in MOVES and call.referenced.kind == CursorKind.FUNCTION_DECL
    callee = callee_expression(call)
    # In a template the overload is not resolved yet.
    return callee is not None and any(each.spelling in MOVES for each in callee.get_children() if each.kind == CursorKind.OVERLOADED_DECL_REF)


def object_path(call: Cursor, function: Cursor) -> Path | None:
    """The object whose method is called."""
    if is_overloaded_operator(call) or function.spelling == "operator()":
        return path_of(children(call)[0])
    callee = callee_expression(call)
    if callee is None or callee.kind != CursorKind.MEMBER_REF_EXPR:
        return None
    return base_path(callee)


@functools.cache
def only_gives_access(owner_key: Key, name: str) -> bool:
    """A method such as begin() that also has a const overload."""
    owner = template_of(owner_key.cursor)
    owner = owner.get_definition() or owner
    methods = [each for each in owner.get_children() if each.kind in METHODS and each.spelling == name]
    return any(each.is_const_method() for each in methods)


def changes_its_object(function: Cursor) -> bool:
    if function.kind != CursorKind.CXX_METHOD or function.is_static_method() or function.is_const_method():
        return False
    return not only_gives_access(Key(function.semantic_parent), function.spelling)


def changed_arguments(call: Cursor) -> Iterator[Path | None]:
    """The arguments that the function may change."""
    function = call.referenced
    if function.spelling in ACCESSORS:
        return
    # As declared: T&& of a template does not count, whatever T is.
    parameters = [each.type for each in template_of(function).get_children() if each.kind == CursorKind.PARM_DECL]
    for argument, parameter in zip(arguments_of_call(call), parameters):
        if is_changeable_reference(parameter):
            yield path_of(argument)
        elif is_changeable_pointer(parameter):
            given = stripped(argument)
            is_address = given.kind == CursorKind.UNARY_OPERATOR and unary_sign(given) == "&"
            yield path_of(children(given)[0]) if is_address else pointee(path_of(given))


def template_of(cursor: Cursor) -> Cursor:
    """The template of a function or class, or itself."""
    template = clang.cindex.conf.lib.clang_getSpecializedCursorTemplate(cursor)
    return cursor if template is None or template.kind.is_invalid() else template


def is_changeable_reference(kind: clang.cindex.Type) -> bool:
    return kind.kind == TypeKind.LVALUEREFERENCE and not kind.get_pointee().is_const_qualified()


def is_changeable_pointer(kind: clang.cindex.Type) -> bool:
    kind = kind.get_canonical()
    return kind.kind == TypeKind.POINTER and not kind.get_pointee().is_const_qualified()


def is_lambda(kind: clang.cindex.Type) -> bool:
    return "(lambda at " in kind.get_canonical().spelling


def lambda_of(call: Cursor) -> Cursor | None:
    """The local lambda that is called."""
    inner = children(call)
    target = stripped(inner[0]).referenced if inner else None
    if target is None or target.kind != CursorKind.VAR_DECL or not is_lambda(target.type):
        return None
    return next((each for each in target.walk_preorder() if each.kind == CursorKind.LAMBDA_EXPR), None)


def lambda_effects(called: Cursor) -> Effects:
    """Effects on captured variables; parameters and local variables are new in every call."""
    own = {declaration_id(each) for each in called.walk_preorder() if each.kind in VARIABLES}
    made = Effects()
    for part in called.get_children():
        if part.kind == CursorKind.COMPOUND_STMT:
            made.add(effects(part))
    made.uses = {path for path in made.uses if path[0] not in own}
    made.changes = {path for path in made.changes if path[0] not in own}
    return made


def call_effects(call: Cursor) -> Effects:
    """The effects of the call itself, without those of its operands."""
    made = Effects()
    function = call.referenced
    if is_move(call):
        for argument in call.get_arguments():
            made.change(path_of(argument))
        return made
    if function is None:
        return made
    called = lambda_of(call) if function.spelling == "operator()" else None
    if called is not None:
        made.add(lambda_effects(called))
    elif changes_its_object(function):
        made.change(object_path(call, function))
    for path in changed_arguments(call):
        made.change(path)
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
        if stripped(cursor).kind in NAMES:
            return made
    if cursor.kind == CursorKind.LAMBDA_EXPR:
        # The body runs later, if at all; captures are evaluated now.
        for part in cursor.get_children():
            if part.kind.is_expression():
                made.add(effects(part))
        return made
    if cursor.kind == CursorKind.UNARY_OPERATOR and unary_sign(cursor) in ("++", "--"):
        made.change(path_of(children(cursor)[0]))
    elif cursor.kind == CursorKind.COMPOUND_ASSIGNMENT_OPERATOR:
        made.change(path_of(children(cursor)[0]))
    elif cursor.kind == CursorKind.BINARY_OPERATOR and cursor.spelling == "=":
        made.change(path_of(children(cursor)[0]))
    elif cursor.kind == CursorKind.CALL_EXPR:
        made.add(call_effects(cursor))
        made.uses |= called_objects(cursor)
    for child in cursor.get_children():
        made.add(effects(child))
    return made


def called_objects(call: Cursor) -> set[Path]:
    """The object whose method is called, also an implicit `this`."""
    callee = callee_expression(call)
    function = call.referenced
    is_static = function is not None and (function.kind != CursorKind.CXX_METHOD or function.is_static_method())
    if callee is None or callee.kind != CursorKind.MEMBER_REF_EXPR or is_static:
        return set()
    base = base_path(callee)
    return {base} if base else set()


# Operands.


def unordered_operands(cursor: Cursor) -> list[Cursor]:
    """The operands that may be evaluated in any order."""
    if cursor.kind == CursorKind.BINARY_OPERATOR:
        return [] if cursor.spelling in ORDERED_OPERATORS else children(cursor)
    if cursor.kind != CursorKind.CALL_EXPR:
        return []
    if is_overloaded_operator(cursor):
        return [] if cursor.spelling.removeprefix("operator") in ORDERED_OPERATORS else list(cursor.get_arguments())
    arguments = arguments_of_call(cursor)
    is_ordered = len(arguments) < 2 or tokens(cursor)[-1:] == ("}",)
    return [] if is_ordered else arguments


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
        elif word not in ("-c", "-MD", "-MMD", command["file"]):
            kept.append(word)
    return kept


@functools.cache
def resource_folder() -> str:
    """The compiler's own headers, which libclang does not find by itself."""
    return subprocess.run(["clang-19", "-print-resource-dir"], capture_output=True, text=True, check=True).stdout.strip()


def check_unit(file: str, arguments: list[str], root: str, seen: set[str]) -> list[str]:
    """Report lines for a unit and its headers below `root` that are not in `seen` yet."""
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


def check_together(shared: tuple[list[Source], str]) -> list[str]:
    """Several sources in one unit, or one by one if they do not compile together."""
    sources, unit = shared
    whole = {"directory": sources[0].folder, "file": unit, "command": shlex.join([*sources[0].flags, unit])}
    try:
        return check_command(whole)
    except RuntimeError:
        each = ({"directory": source.folder, "file": source.path, "command": shlex.join([*source.flags, source.path])} for source in sources)
        return [line for command in each for line in check_command(command)]


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
    program = sources_in(chosen, ROOT / "src")
    others = [source for source in sources_in(chosen, ROOT) if source not in program]
    together = grouped(program) + grouped(others)
    units = write_units(together, options.build.resolve() / "shared")
    with multiprocessing.Pool() as pool:
        shared = pool.imap_unordered(check_together, zip(together, units))
        found = sorted({line for lines in shared for line in lines})
    print("\n".join(found) if found else f"argument order: nothing found in {len(chosen)} units")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())

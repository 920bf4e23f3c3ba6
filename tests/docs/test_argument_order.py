"""tools/check_argument_order.py finds calls that depend on the order of arguments, and no others."""

import pathlib

import check_argument_order
import pytest

# Stand-ins for the standard library, so that no headers are needed.
PROLOGUE = """
namespace std {
template <class T> struct remove_reference { using type = T; };
template <class T> struct remove_reference<T&> { using type = T; };
template <class T> T&& forward(typename remove_reference<T>::type&);
template <class T> typename remove_reference<T>::type&& move(T&& t) {
  return static_cast<typename remove_reference<T>::type&&>(t);
}
}
struct Text {
  Text(); Text(const Text&); Text(Text&&);
  Text& operator=(const Text&);
  int size() const;
  char* begin(); const char* begin() const;
  char* end(); const char* end() const;
  void append(const Text&);
};
Text operator+(const Text&, const Text&);
struct Random { int next(); int peek() const; };
struct Stream { Stream& operator<<(int); };
int draw(Random&);
int look(const Random&);
struct Pair { Pair(int, Text); int number; Text text; };
struct Known { Text text; Text other; int answer() const; };
int two(int, int);
int take(int, Text);
template <class... T> int g(T...);
template <class... Args> int format(const char*, Args&&...);
template <class F> int later(int, F) { return 0; }
"""

FOUND = {
    "a move beside a use, the crash of the response cache": "Pair f(Known k) { return Pair(k.answer(), std::move(k.text)); }",
    "the same in a template": "template <class T> Pair f(T t) { Known k; t(); return Pair(k.answer(), std::move(k.text)); }",
    "a template, where nothing is chosen yet": "template <class T> auto f(T t) { return g(t.answer(), std::move(t.text)); }",
    "a forwarded argument beside a use": "template <class T> auto f(T&& t) { return g(t.size(), std::forward<T>(t)); }",
    "a move of an element": "int f(Text* t, int i) { return take(t[i].size(), std::move(t[i])); }",
    "draws from an element": "struct V { Random& operator[](int); }; int f(V v) { return two(v[0].next(), v[0].next()); }",
    "draws from what a function gives": "Random& source(); int f() { return two(source().next(), source().next()); }",
    "draws by pointer": "int pull(Random*); int f(Random r) { return two(pull(&r), pull(&r)); }",
    "an argument of a local lambda": "int f(Random& r) { const auto one = [](Random& from) { return from.next(); }; return two(one(r), r.peek()); }",
    "arguments of a local lambda": "int f(Random& r) { const auto sum = [](int a, int b) { return a + b; }; return sum(r.next(), r.next()); }",
    "a move beside a use of the same member": "int f(Known k) { return take(k.text.size(), std::move(k.text)); }",
    "two draws by reference": "int f(Random& r) { return two(draw(r), draw(r)); }",
    "two draws by method": "int f(Random& r) { return format(\"\", r.next(), r.next()); }",
    "a draw beside a look": "int f(Random& r) { return two(look(r), draw(r)); }",
    "draws inside of more": "int f(Random& r) { return two(1 + r.next(), 2 * (3 + r.next())); }",
    "operands of an operator": "int f(Random& r) { return r.next() - r.next(); }",
    "an overloaded operator": "Text g(Random&); Text f(Random& r) { return g(r) + g(r); }",
    "a local lambda that draws": "int f(Random& r) { const auto one = [&] { return r.next(); }; return two(one(), one()); }",
    "a lambda that may change what it holds": "int f(Random r) { auto one = [r]() mutable { return r.next(); }; return two(one(), one()); }",
    "methods of the same object": "struct S { int n(); int both() { return two(n(), n()); } };",
    "a method beside a member that it may change": "struct S { int i; int n(); int both() { return two(i, n()); } };",
    "draws through a pointer": "int f(Random* r) { return two(r->next(), draw(*r)); }",
    "an increment beside a use": "int f(int i) { return two(i, ++i); }",
    "an assignment beside a use": "int f(int i) { return two(i, (i = 3)); }",
    "a variable in parentheses": "void f(Known k) { Pair p(k.answer(), std::move(k.text)); }",
    "what a lambda takes along": "int f(Text t) { return later(t.size(), [t = std::move(t)] { return 1; }); }",
    "a call inside of braces": "struct B { int i; }; B f(Random& r) { return B{two(r.next(), r.next())}; }",
}

NOT_FOUND = {
    "braces are ordered": "Pair f(Known k) { return Pair{k.answer(), std::move(k.text)}; }",
    "statements are ordered": "int f(Random& r) { const int a = r.next(); const int b = r.next(); return two(a, b); }",
    "other members": "int f(Known k) { return take(k.other.size(), std::move(k.text)); }",
    "other objects": "int f(Random& a, Random& b) { return two(a.next(), b.next()); }",
    "looks alone": "int f(const Random& r) { return two(look(r), r.peek()); }",
    "methods that only give access": "int g(char*, char*); int f(Text t) { return g(t.begin(), t.end()); }",
    "a local lambda with other arguments":
        "int f(Random& a, Random& b) { const auto one = [](Random& from) { return from.next(); }; return two(one(a), one(b)); }",
    "an address is not its value": "int g(const Text*, int); int f(Text t, Random& r) { return g(&t, r.next()); }",
    "a pointer is not what it points to": "int g(int, Random*); int f(Random* r) { return g(r->next(), r); }",
    "methods of a template that was declared before":
        "template <class T> struct List; template <class T> struct List { T* begin(); const T* begin() const; T* end(); const T* end() const; };"
        " int h(char*, char*); int f(List<char> l) { return h(l.begin(), l.end()); }",
    "library functions that only give access":
        "namespace std { template <class T> char* begin(T&); template <class T> char* end(T&); }"
        " int g(char*, char*); int f(Text t) { return g(std::begin(t), std::end(t)); }",
    "shifts are ordered": "void f(Stream& s, Random& r) { s << r.next() << r.next(); }",
    "an object comes before its arguments": "void f(Known k) { k.text.append(std::move(k.text)); }",
    "a condition is ordered": "bool f(Random& r) { return r.next() > 1 && r.next() > 2; }",
    "a choice is ordered": "int f(Random& r) { return r.next() > 1 ? r.next() : 0; }",
    "an assignment is ordered": "void f(int* a, Random& r) { a[r.next()] = r.next(); }",
    "a lambda runs later": "int f(Random& r) { return later(r.next(), [&] { return r.next(); }); }",
    "a forwarded argument is not changed": "int f(Text t) { return two(format(\"\", t), format(\"\", t)); }",
}


def check(tmp_path: pathlib.Path, code: str) -> list[str]:
    unit = tmp_path / "unit.cpp"
    unit.write_text(PROLOGUE + code + "\n")
    return check_argument_order.check_unit(str(unit), ["-std=c++20"], str(tmp_path), set())


@pytest.mark.parametrize("name", FOUND)
def test_what_depends_on_the_order_is_found(tmp_path, name):
    last_line = (PROLOGUE + FOUND[name]).count("\n") + 1
    found = check(tmp_path, FOUND[name])
    assert found and all(line.startswith(f"unit.cpp:{last_line}:") for line in found), found


@pytest.mark.parametrize("name", NOT_FOUND)
def test_what_does_not_depend_on_the_order_is_not_found(tmp_path, name):
    assert check(tmp_path, NOT_FOUND[name]) == []


def test_a_unit_that_cannot_be_read_is_a_failure(tmp_path):
    with pytest.raises(RuntimeError, match="cannot read this unit"):
        check(tmp_path, "int f() { return unknown; }")

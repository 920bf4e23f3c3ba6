"""Checks responses of the program against the OpenAPI document."""

import functools
from datetime import datetime
from typing import Any

import jsonschema

FORMATS = jsonschema.FormatChecker(formats=())


@FORMATS.checks("date-time", raises=ValueError)
def is_time(text: object) -> bool:
    return not isinstance(text, str) or bool(datetime.strptime(text, "%Y-%m-%dT%H:%M:%S.%fZ"))


class Document:
    def __init__(self, document: dict[str, Any]):
        self.json = document
        self._resolver = jsonschema.RefResolver("", document)

    def resolve(self, node: dict[str, Any]) -> dict[str, Any]:
        return self._resolver.resolve(node["$ref"])[1] if "$ref" in node else node

    def operation(self, method: str, path: str) -> dict[str, Any]:
        return self.json["paths"][path][method.lower()]

    def answer_schema(self, method: str, path: str, status: int) -> dict[str, Any]:
        responses = self.operation(method, path)["responses"]
        assert str(status) in responses, f"{method} {path} does not mention {status}"
        return self.resolve(responses[str(status)])["content"]["application/json"]["schema"]

    def check(self, schema: dict[str, Any], value: Any) -> None:
        jsonschema.Draft202012Validator(schema, resolver=self._resolver, format_checker=FORMATS).validate(value)

    def check_answer(self, method: str, path: str, status: int, body: Any) -> None:
        """Also checks the order of the members, because clients may rely on it."""
        schema = self.answer_schema(method, path, status)
        self.check(schema, body)
        if "properties" in schema:
            assert list(body) == [name for name in schema["properties"] if name in body]

    @functools.cached_property
    def errors(self) -> dict[tuple[str, str], set[tuple[int, str]]]:
        """The documented errors of each operation, as (status, details)."""
        return {
            (method.upper(), path): set(self._errors_of(operation))
            for path, methods in self.json["paths"].items()
            for method, operation in methods.items()
            if "x-rights" in operation
        }

    def _errors_of(self, operation: dict[str, Any]):
        for status, response in operation["responses"].items():
            if int(status) >= 400:
                schema = self.resolve(response)["content"]["application/json"]["schema"]
                yield from ((int(status), details) for details in schema["allOf"][1]["properties"]["details"]["enum"])

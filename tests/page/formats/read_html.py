"""A reader of web pages for tests, by the parser of the standard library."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from typing import Any

import networkx as nx

VOID = {"meta"}
Attributes = dict[str, str]


class Page(HTMLParser):
    """What a page has: ``elements`` in order, ``texts`` of those with ids, its scripts, styles.

    Asserts that every element ends where the page says so.
    """

    def __init__(self, data: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.elements: list[tuple[str, Attributes]] = []
        self.texts: dict[str, str] = {}
        self.scripts: list[str] = []
        self.styles = ""
        self.title = ""
        self._open: list[tuple[str, Attributes]] = []
        self.feed(data.decode("utf-8"))
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = tag, {name: value or "" for name, value in attrs}
        assert len(element[1]) == len(attrs), "each attribute once"
        self.elements.append(element)
        if tag == "script":
            self.scripts.append("")
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        for tag, attributes in self._open[-1:]:
            if tag == "script":
                self.scripts[-1] += data
            elif tag == "style":
                self.styles += data
            elif tag == "title" and [name for name, _each in self._open[:-1]] == ["html", "head"]:
                self.title += data
            if "id" in attributes:
                name = attributes["id"]
                self.texts[name] = self.texts.get(name, "") + data

    def all(self, tag: str) -> list[Attributes]:
        """Return the attributes of each element of a kind."""
        return [attributes for name, attributes in self.elements if name == tag]

    def one(self, name: str) -> Attributes:
        """Return the attributes of the element with an id."""
        (found,) = [each for _tag, each in self.elements if each.get("id") == name]
        return found

    @property
    def data(self) -> dict[str, Any]:
        """The maze for the script."""
        return json.loads(self.texts["play-data"])

    @property
    def graph(self) -> Any:
        """Its passages as a graph."""
        data = self.data
        graph = nx.Graph()
        graph.add_nodes_from(range(len(data["cells"])))
        for cell, others in enumerate(data["passages"]):
            graph.add_edges_from((cell, other) for other in others)
        return graph

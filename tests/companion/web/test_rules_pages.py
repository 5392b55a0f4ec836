"""The rules on the phone: every reason leads to its paragraph, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask import Flask
from lxml import html as markup

from companion.web import rules as pages
from companion.web.rules import list_rule_titles, read_rules


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_is_on_the_page_under_its_id(app: Flask, language: str) -> None:
    page = markup.document_fromstring(
        app.test_client().get("/rules/hangzhou", headers={"Accept-Language": language}).text
    )
    ids = set(page.xpath("//article//@id"))
    rules = {rule.id for rule in read_rules("hangzhou", language).rules if rule.id}
    assert len(rules) > 30
    assert rules <= ids
    assert set(page.xpath('//article//a[starts-with(@href, "#")]/@href')) <= {f"#{name}" for name in ids}


def test_the_page_says_what_the_leaflet_says(app: Flask) -> None:
    text = app.test_client().get("/rules/hangzhou").text
    assert "<h2" in text and "<table>" in text and "<ol" in text
    assert "markup" not in {finding.code for finding in read_rules("hangzhou", "en").findings}


def test_a_phone_reads_the_leaflet_that_kit_toml_names_and_shows_what_paper_shows(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kit = '[[component]]\nkind = "cards"\n\n[[component]]\nkind = "leaflet"\nfile = "handbook"\n'
    (tmp_path / "kit.toml").write_text(kit, encoding="utf-8")
    text = "# Pig {#pig}\n\nOne\\\ntwo. See [there](http://example.org) and [pig](#pig).\n"
    (tmp_path / "handbook.en.md").write_text(text, encoding="utf-8-sig")
    monkeypatch.setattr(pages, "find", lambda game: tmp_path)
    monkeypatch.setattr(pages, "read_rules", read_rules.__wrapped__)
    page = markup.document_fromstring(app.test_client().get("/rules/hangzhou").text)
    (article,) = page.xpath("//article")
    assert page.xpath("//h1")[0].text_content() == "Pig" and article.get("id") == "pig"
    assert [said.text_content() for said in article] == ["Onetwo. See there and pig."]
    assert len(article.xpath(".//br")) == 1
    assert article.xpath(".//a/@href") == ["http://example.org", "#pig"]
    assert list_rule_titles.__wrapped__("hangzhou", "en") == {"pig": "Pig"}

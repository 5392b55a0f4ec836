"""The rules on the phone: every reason leads to its paragraph, in both languages."""

from __future__ import annotations

import pytest
from flask import Flask
from lxml import html as markup

from companion.web.printed.leaflets import leaflet


@pytest.mark.parametrize("language", ["en", "es"])
def test_every_rule_is_on_the_page_under_its_id(app: Flask, language: str) -> None:
    page = markup.document_fromstring(
        app.test_client().get("/rules/hangzhou", headers={"Accept-Language": language}).text
    )
    ids = set(page.xpath("//article//@id"))
    rules = {rule.id for rule in leaflet("hangzhou", language).rules if rule.id}
    assert len(rules) > 30
    assert rules <= ids
    assert set(page.xpath('//article//a[starts-with(@href, "#")]/@href')) <= {f"#{name}" for name in ids}


def test_the_page_says_what_the_leaflet_says(app: Flask) -> None:
    text = app.test_client().get("/rules/hangzhou").text
    assert "<h2" in text and "<table>" in text and "<ol" in text
    assert "markup" not in {finding.code for finding in leaflet("hangzhou", "en").findings}

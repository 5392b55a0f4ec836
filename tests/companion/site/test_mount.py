"""Below a path, links and redirections lead below it; what people type does not pass for a link."""

from __future__ import annotations

from markupsafe import escape

from companion.site.mount import Mount


def test_links_and_forms_lead_below_the_path() -> None:
    page = b'<a class="key" href="/t/ABCDE">x</a><form action="/join"><button formaction="/new/hangzhou">'
    assert Mount("/games/").page(page) == (
        b'<a class="key" href="/games/t/ABCDE">x</a><form action="/games/join">'
        b'<button formaction="/games/new/hangzhou">'
    )
    assert Mount("/").page(page) == page


def test_a_file_to_keep_is_asked_for_as_a_page_is() -> None:
    page = b'<a class="row" href="/t/ABCDE/export" download>x</a><a href="/x.png" download="x.png">download</a>'
    assert Mount("/").page(page) == (
        b'<a class="row" href="/t/ABCDE/export" target="_self">x</a><a href="/x.png" target="_self">download</a>'
    )


def test_other_addresses_stay() -> None:
    typed = escape(' href="/t/ABCDE"')
    page = f'<a href="#more"></a><a href="//elsewhere"></a><p>{typed}</p>'.encode()
    assert Mount("/games/").page(page) == page


def test_a_redirection_leads_below_the_path_and_a_frame_of_the_site_may_show_the_app() -> None:
    headers = [("Location", "/t/ABCDE"), ("Content-Security-Policy", "base-uri 'none'; frame-ancestors 'none'")]
    assert Mount("/games/").headers(headers) == [
        ("Location", "/games/t/ABCDE"),
        ("Content-Security-Policy", "base-uri 'none'; frame-ancestors 'self'"),
    ]


def test_the_path_of_the_app_that_a_redirection_leads_to() -> None:
    below, root = Mount("/games/"), Mount("/")
    assert below.within("/games/t/ABCDE?seat=1#sheet") == "/t/ABCDE?seat=1" and root.within("/t/ABCDE") == "/t/ABCDE"
    assert below.within("/t/ABCDE") is None and root.within("//elsewhere/") is None
    assert below.within("https://elsewhere/games/") is None

"""Names and bodies of people who mean harm, or whose keyboards do."""

from __future__ import annotations

NAMES = (
    "<script>alert(1)</script>", "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    '"><img src=x>', "'><svg onload=alert(1)>", "</title><h1>x", "</text><script>1</script>",
    "<svg><use href=data:x>", "<a href=javascript:alert(1)>x</a>", "<!--", "]]>", "<![CDATA[",
    "<?xml version='1.0'?>", "<!DOCTYPE x [<!ENTITY y 'z'>]>&y;", "&lt;b&gt;", "&#60;b&#62;", "&amp;amp;",
    "{{ 7*7 }}", "{% raw %}", "{0.__class__}", "{name}", "${7*7}", "#{7*7}", "%s%n%x", "%(name)s", "%3Cscript%3E",
    "'; DROP TABLE event; --", '" OR ""="', "1 OR 1=1", "x' UNION SELECT 1--", "\\u003cscript\\u003e", "\\", "\\'\"`",
    "`id`", "$(id)", "| cat /etc/passwd", "../../etc/passwd", "a\r\nSet-Cookie: phone=x",
    "a%0d%0aLocation: //evil.example", "a\nb", "a\tb", "nul\x00nul", "\x1b[31mred", "\x7f\x80\x9f", "‮abc", "⁦abc⁩",
    "שלום עולם", "مرحبا", "a\u0300\u0301\u0302\u0303\u0304\u0305", "👩‍👩‍👧‍👦🏳️‍🌈", "𝕬𝖓𝖆", "\ufeffAna",
    "A\u200bn\u200ba", "\u2028\u2029", "ﷺ﷽", "\ue000\uf8ff", "\ud7ff\ufffd\ufffe\uffff",
    "**bold** _x_ [a](javascript:1)", "{red}{coin}", "=1+1", "@SUM(A1)", "null", "None", "-1", "0", "true", "x" * 40,
    "W" * 40, "<" * 40, "&" * 40, '"' * 40, "字" * 40,
)  # fmt: skip
"""None is longer than a name may be."""

NUMBERS = ("9" * 5_000, "99999999999999999999", "-1", "1e9", "0x1", "٣", "²", " 1 ", "")
"""Where a number belongs."""

BODIES = (
    b"", b"\x00", b"\xff\xfe\xfa", b"{}", b"[]", b"null", b"nonsense", b'{"do":"act"}', b'{"do":{"do":"act"}}',
    b'{"position":"hangzhou","action":"pass"}', b'{"position":{},"dice":[]}', b'{"position":"\\ud800"}',
    b'{"players":9e99}', b'{"players":' + b"9" * 5000 + b"}", b"[" * 20_000, b'{"a":' * 5_000,
    b'{"position":"' + b"A" * 30_000 + b'"}', b"do=" + b"[" * 9_000,
    b"do=%00&set.name=%ff%fe&expected=-1&command_id=%0d%0a", b"do={}&expected=99999999999999999999&to=//evil.example",
    b"do={}&expected=" + b"9" * 5_000,
    b'{"do":"correct","changes":[{"path":"hands.' + b"9" * 5_000 + b'","value":1}],"why":"x"}',
    b"players=" + b"9" * 5_000 + b"&chair=" + b"9" * 5_000, b"do=[1,2,3]&command_id=" + b"x" * 9_000,
    b"&".join(b"f%d=1" % n for n in range(2_000)),
    b"name=<script>&players=99&way=../&dice=%27&language=xx&theme=<b>&turned=9&back=//evil.example",
    b"--x\r\nContent-Disposition: form-data; name=table; filename=../x\r\n\r\n{\r\n--x--", b"x" * 70_000,
)  # fmt: skip
TYPES = (
    "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "multipart/form-data", "application/json",
    "application/json; charset=utf-7", "text/plain", "",
)  # fmt: skip

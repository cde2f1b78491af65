import { noteKeys, type AnswerKey } from '../../../src/domain/questionnaire/answers.ts';
import { questions } from '../../../src/domain/questionnaire/definition.ts';

/** Texts that some program interprets as more than text. All consist of characters that people may write. */
export const hostileTexts: Readonly<Record<string, string>> = {
  script: '<script>alert(document.cookie)</script>',
  'broken-out attribute': '"\'><img src=x onerror=alert(`a`)><a href="javascript:alert()">click</a>',
  'closed elements':
    '--></style></title></textarea></main><svg/onload=alert()><iframe srcdoc="<b>"></iframe>',
  'a page that goes elsewhere':
    '<meta http-equiv=refresh content="0;url=//evil.example"><base href="//evil.example"><form action=//evil.example>',
  entities: '&lt;b&gt; &amp;amp; &#x3C;script&#x3E; &nbsp;',
  'template marks': '{{constructor}} ${process.env} #{a*a} <%= a*a %> {% debug %} [[a]] @{a}',
  'our own template marks':
    '{person} {firstName} {recorder} {{person}} {note} {list} $t(common.close) $1 $& $$',
  'typesetting marks':
    '#read("/etc/passwd") #include "plan.typ" #eval("a+a") $x^a$ *bold* _it_ `raw` <label> @ref \\u{a} // gone /* gone */',
  'a formula': '=HYPERLINK("https://evil.example","Open")',
  'a database command': "'); drop table users; -- /* */ % _ \\ E'\\' ;",
  'a shell command': '$(reboot) `reboot` | reboot; reboot & %COMSPEC% ..\\..\\ ../../../../etc/passwd',
  'names of built-ins': '__proto__ constructor prototype toString hasOwnProperty null undefined NaN',
  'a header': 'Bcc: thief@evil.example',
  'right-to-left letters': 'مرحبا بالعالم שלום',
  emoji: '👩‍👩‍👧‍👦 🇦🇺 ❤️ 🙏🏽',
  'many accents': `Z${'\u0351\u036B\u0343'.repeat(10)}a${'\u0301'.repeat(25)}lgo`,
  'rare Chinese': '𠮷野家 㐂 陳 「」',
};

/** The hostile texts whose every character the PDF shows as written. */
export const printableTexts = Object.entries(hostileTexts)
  .filter(([name]) => !['right-to-left letters', 'emoji', 'many accents', 'rare Chinese'].includes(name))
  .map(([, text]) => text);

/** Texts that must not be stored: each with the character that the refusal names. */
export const unprintableTexts: Readonly<Record<string, { text: string; sign: string }>> = {
  'a zero byte': { text: 'a\u0000b', sign: 'U+0000' },
  'a bell': { text: 'a\u0007b', sign: 'U+0007' },
  'an escape sequence': { text: 'a\u001B[31mred', sign: 'U+001B' },
  'a delete character': { text: 'a\u007Fb', sign: 'U+007F' },
  'a C1 control': { text: 'a\u009Bb', sign: 'U+009B' },
  'a right-to-left override': { text: 'do not \u202Eerongi', sign: 'U+202E' },
  'a direction isolate': { text: 'a\u2066b', sign: 'U+2066' },
  'half of a surrogate pair': { text: 'a\uD800b', sign: 'U+D800' },
  'the other half': { text: 'a\uDC00b', sign: 'U+DC00' },
  'a private character': { text: 'a\uE000b', sign: 'U+E000' },
  'a noncharacter': { text: 'a\uFFFEb', sign: 'U+FFFE' },
};

/** Every free-text answer. */
export const writtenKeys = [
  ...questions.filter(({ kind }) => ['letters', 'name', 'text'].includes(kind)).map(({ key }) => key),
  ...noteKeys,
] as AnswerKey[];

/** The free-text answers in which any character may occur. */
export const freeKeys = writtenKeys.filter((key) => key !== 'firstName');

/** The free-text answers that contain a name. */
export const nameKeys: ReadonlySet<string> = new Set(['lastName', 'helperName', 'confirmName']);

import { parseFragment, type DefaultTreeAdapterTypes } from 'parse5';
import type { Language } from '../../../domain/i18n/texts.ts';
import type { Html } from '../../pages/html.ts';

/** A stretch of text in one language. `strong`: in heavy type. */
export type SheetWords = { text: string; language: Language; strong: boolean };

/**
 * A part of a sheet, in the order of reading. `lead` is the answer that a reader must see first; `row` is a person to call, with the
 * telephone number beside the name.
 */
export type SheetPart =
  | { part: 'name' | 'heading' | 'lead' | 'text' | 'question' | 'notice'; words: SheetWords[] }
  | { part: 'list'; items: SheetWords[][] }
  | { part: 'row'; cells: SheetWords[][] };

/** Parts that belong together. `heavy`: in the frame of the facts for the first ten seconds. */
export type SheetSection = { heavy: boolean; parts: SheetPart[] };

type Node = DefaultTreeAdapterTypes.ChildNode;
type Element = DefaultTreeAdapterTypes.Element;
type Place = { language: Language; strong: boolean; keepsLines: boolean };

const isElement = (node: Node): node is Element => 'tagName' in node;
const attributeOf = (node: Element, name: string): string =>
  node.attrs.find((each) => each.name === name)?.value ?? '';
const classesOf = (node: Element): string[] => attributeOf(node, 'class').split(' ');
const childrenOf = (node: Element): Element[] => node.childNodes.filter(isElement);

/** HTML elements without text of their own, which contain paragraphs, lists and terms. */
const groups = new Set(['section', 'div', 'dl']);

const partOfTag = new Map<string, 'name' | 'heading' | 'question'>([
  ['h1', 'name'],
  ['h2', 'heading'],
  ['h3', 'heading'],
  ['dt', 'question'],
]);

/**
 * Returns the sections of an emergency sheet, from the markup of the page that staff read on the screen, so that both have the same
 * words in the same order. Links are texts here. Sections without text are left out.
 */
export function sheetSections(main: Html, language: Language): SheetSection[] {
  const top = parseFragment(main.toString()).childNodes;
  const place = { language, strong: false, keepsLines: false };
  const sections: SheetSection[] = [];
  let open: SheetSection | undefined;
  for (const node of top) {
    if (isElement(node) && node.tagName === 'section') {
      open = undefined;
      sections.push({ heavy: classesOf(node).includes('heavy'), parts: partsOf(node, place) });
    } else {
      if (!open) sections.push((open = { heavy: false, parts: [] }));
      open.parts.push(...partsOfNode(node, place));
    }
  }
  return sections.filter(({ parts }) => parts.length > 0);
}

const partsOf = (node: Element, place: Place): SheetPart[] => {
  const inside = placeIn(node, place);
  return node.childNodes.flatMap((child) => partsOfNode(child, inside));
};

function partsOfNode(node: Node, place: Place): SheetPart[] {
  if (!isElement(node)) return textPart('text', wordsOf(node, place));
  const classes = classesOf(node);
  if (node.tagName === 'ul') {
    const items = childrenOf(node).map((item) => wordsOf(item, placeIn(node, place)));
    return items.length === 0 ? [] : [{ part: 'list', items }];
  }
  if (classes.includes('call')) {
    const cells = childrenOf(node).map((cell) => wordsOf(cell, placeIn(node, place)));
    return [{ part: 'row', cells: cells.filter((cell) => cell.length > 0) }];
  }
  // A sentence with a list at its end is a block in some places.
  const isGroup = groups.has(node.tagName) || childrenOf(node).some(({ tagName }) => tagName === 'ul');
  if (isGroup) return partsOf(node, place);
  // The beginning of an answer with a condition.
  const [first, ...others] = node.childNodes;
  if (first && isElement(first) && classesOf(first).includes('lead')) {
    const inside = placeIn(node, place);
    const condition = others.flatMap((each) => allWordsOf(each, inside));
    return [...textPart('lead', wordsOf(first, inside)), ...textPart('text', trimmed(condition))];
  }
  const part = classes.includes('lead')
    ? 'lead'
    : classes.includes('old')
      ? 'notice'
      : (partOfTag.get(node.tagName) ?? 'text');
  return textPart(part, wordsOf(node, place));
}

const textPart = (part: Exclude<SheetPart['part'], 'list' | 'row'>, words: SheetWords[]): SheetPart[] =>
  words.length === 0 ? [] : [{ part, words }];

function placeIn(node: Element, { language, strong, keepsLines }: Place): Place {
  const classes = classesOf(node);
  const tag = attributeOf(node, 'lang');
  return {
    language: tag === '' ? language : tag.startsWith('zh') ? 'zh' : 'en',
    strong: strong || node.tagName === 'b' || classes.includes('lead') || classes.includes('btn'),
    keepsLines: keepsLines || classes.includes('words'),
  };
}

/** Returns the text inside a node, without blanks at its ends. */
const wordsOf = (node: Node, place: Place): SheetWords[] => trimmed(allWordsOf(node, place));

/**
 * Removes blanks at the ends, and appends a stretch of only blanks to the one before it, because the typeset document leaves out
 * blank stretches.
 */
function trimmed(words: readonly SheetWords[]): SheetWords[] {
  const joined: SheetWords[] = [];
  for (const each of words) {
    const last = joined.at(-1);
    if (each.text.trim() !== '') joined.push({ ...each });
    else if (last) last.text += each.text;
  }
  const [first, last] = [joined[0], joined.at(-1)];
  if (first) first.text = first.text.trimStart();
  if (last) last.text = last.text.trimEnd();
  return joined;
}

function allWordsOf(node: Node, place: Place): SheetWords[] {
  if (isElement(node)) {
    const inside = placeIn(node, place);
    return node.childNodes.flatMap((child) => allWordsOf(child, inside));
  }
  if (!('value' in node)) return [];
  const { language, strong, keepsLines } = place;
  const text = keepsLines ? node.value : node.value.replaceAll(/[ \t\n]+/g, ' ');
  return text === '' ? [] : [{ text, language, strong }];
}

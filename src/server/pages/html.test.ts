import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, raw } from './html.ts';

describe('html', () => {
  it('escapes every value, in content and in attributes', () => {
    const hostile = `<img src=x onerror="alert('1')">&`;
    expect(html`<p title="${hostile}">${hostile}</p>`.toString()).toBe(
      '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
    );
  });

  it('prints its own markup unchanged, lists one item after another, and nothing for missing values', () => {
    const items = ['a', 'b'].map((item) => html`<li>${item}</li>`);
    expect(html`<ul>${items}${null}${undefined}${false}${0}</ul>${raw('<hr>')}`.toString()).toBe(
      '<ul><li>a</li><li>b</li>0</ul><hr>',
    );
  });

  it('treats nothing else as markup, whatever its form', () => {
    const forged = { toString: () => '<script>', markup: '<script>' } as unknown as string;
    expect(html`${forged}`.toString()).toBe('&lt;script&gt;');
  });

  it('removes characters that are invisible or change the direction of the text after them', () => {
    expect(html`${'does \u202Eton\u202C\u0000\u2066want\uFEFF'}`.toString()).toBe('does tonwant');
    expect(html`${'two\nlines \uD800'}`.toString()).toBe('two\nlines \uFFFD');
  });

  it('never lets a text open a tag, leave an attribute or start an entity', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const printed = html`${text}`.toString();
        expect(printed).not.toMatch(/[<>"']/);
        expect(printed.replace(/&(amp|lt|gt|quot|#39);/g, '')).not.toContain('&');
      }),
    );
  });
});

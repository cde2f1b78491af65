import { describe, expect, it } from 'vitest';
import { helpForm, helpMessageMax, helpTopics } from './help.ts';
import { readForm } from './form.ts';

const good = { name: 'Margaret', email: 'margaret@example.org', topic: 'plan', message: 'How do I sign?' };

const problems = (more: Record<string, unknown>) => {
  const read = readForm(helpForm, { ...good, ...more });
  return read.ok ? [] : read.fields;
};

describe('the form to write to us', () => {
  it('returns the message trimmed, and the address in lower case [GAP-22]', () => {
    const typed = {
      ...good,
      name: ' Margaret ',
      email: ' Margaret@Example.ORG ',
      message: ' Line\n\nLine \n',
    };
    expect(readForm(helpForm, typed)).toEqual({
      ok: true,
      value: { ...good, message: 'Line\n\nLine' },
    });
  });

  it.each([
    ['name', 'field.name.yourName'],
    ['message', 'field.name.message'],
  ])('requires a %s, and says which field it is [GAP-22]', (field, label) => {
    for (const value of ['', ' \n', undefined])
      expect(problems({ [field]: value })).toEqual([{ field, message: 'field.required', params: { label } }]);
  });

  it('accepts each topic, and no other [GAP-22]', () => {
    for (const topic of helpTopics) expect(problems({ topic })).toEqual([]);
    for (const topic of ['', 'Plan', 'toString'])
      expect(problems({ topic })).toEqual([
        { field: 'topic', message: 'field.requiredChoice', params: { label: 'field.name.topic' } },
      ]);
  });

  it('has its limits at 100 and 2,000 characters, and allows several lines only in the message', () => {
    expect(helpMessageMax).toBe(2_000);
    expect(problems({ name: '陈'.repeat(100), message: '😀'.repeat(2_000) })).toEqual([]);
    expect(problems({ name: 'a'.repeat(101) })).toMatchObject([{ field: 'name', params: { max: 100 } }]);
    expect(problems({ message: 'a'.repeat(2_001) })).toMatchObject([
      { field: 'message', params: { max: 2_000 } },
    ]);
    expect(problems({ message: 'one\ntwo' })).toEqual([]);
    expect(problems({ name: 'one\ntwo' })).toMatchObject([{ field: 'name' }]);
  });

  it('reports every field at once, in the order of the page', () => {
    expect(problems({ name: '', email: 'x', topic: '', message: '' }).map(({ field }) => field)).toEqual([
      'name',
      'email',
      'topic',
      'message',
    ]);
  });
});

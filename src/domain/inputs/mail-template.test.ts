import { describe, expect, it } from 'vitest';
import { readForm } from './form.ts';
import { mailLimits, mailSettingsForm, mailTemplateForm } from './mail-template.ts';

const values = { known: ['button', 'date', 'name'], inSubject: ['name'], inBody: ['button', 'date'] };
const words = mailTemplateForm(values);
const good = { subject: 'For {name}', body: 'On {date}.\n\n{button}' };
const label = { subject: 'field.name.mailSubject', body: 'field.name.mailText' } as const;

type Schema = Parameters<typeof readForm>[0];

function problems(schema: Schema, sent: unknown) {
  const read = readForm(schema, sent);
  return read.ok ? [] : read.fields;
}

describe('the text of a mail', () => {
  it('is returned trimmed, with plain line ends', () => {
    const typed = { subject: ' For {name} ', body: ' On {date}.\r\n\r\n{button}\r\n' };
    expect(readForm(words, typed)).toEqual({ ok: true, value: good });
  });

  it.each(['subject', 'body'] as const)('requires a %s', (field) => {
    expect(problems(words, { ...good, [field]: ' \n' })).toEqual([
      { field, message: 'field.required', params: { label: label[field] } },
    ]);
  });

  it('has limits of 150 and 4,000 characters, and one line in the subject', () => {
    expect(mailLimits).toEqual({ subject: 150, body: 4_000 });
    const filled = (text: string, max: number) => text + 'a'.repeat(max - text.length);
    expect(problems(words, { ...good, subject: filled(good.subject, 150) })).toEqual([]);
    expect(problems(words, { ...good, body: `${good.body}\n\n${'a'.repeat(3_970)}` })).toEqual([]);
    expect(problems(words, { ...good, subject: filled(good.subject, 151) })).toMatchObject([
      { field: 'subject', params: { label: label.subject, max: 150 } },
    ]);
    expect(problems(words, { ...good, body: filled(good.body, 4_001) })).toMatchObject([
      { field: 'body', params: { label: label.body, max: 4_000 } },
    ]);
    expect(problems(words, { ...good, subject: 'For\n{name}' })).toMatchObject([{ field: 'subject' }]);
  });

  it('must still contain the values of the original', () => {
    expect(problems(words, { subject: 'For you', body: 'Soon.' })).toEqual([
      { field: 'subject', message: 'error.settings.templateValues', params: { list: '{name}' } },
      { field: 'body', message: 'error.settings.templateValues', params: { list: '{button}, {date}' } },
    ]);
  });

  it('has no unknown value, and no button in the subject', () => {
    expect(
      problems(words, { subject: 'For {name} {button}', body: `${good.body}\n\n{city} {name}` }),
    ).toEqual([
      { field: 'subject', message: 'error.settings.templateUnknown', params: { list: '{button}' } },
      { field: 'body', message: 'error.settings.templateUnknown', params: { list: '{city}' } },
    ]);
  });
});

describe('the sender of mails', () => {
  const sender = { sender_name: 'Banksia House', reply_to: 'office@banksia.example' };

  it('has a name, and an address for replies or none', () => {
    const typed = { sender_name: ' Banksia House ', reply_to: ' Office@Banksia.example ' };
    expect(readForm(mailSettingsForm, typed)).toEqual({ ok: true, value: sender });
    expect(readForm(mailSettingsForm, { ...sender, reply_to: ' ' })).toMatchObject({
      value: { reply_to: '' },
    });
    expect(problems(mailSettingsForm, { ...sender, reply_to: 'office' })).toEqual([
      { field: 'reply_to', message: 'field.email.invalid' },
    ]);
    expect(problems(mailSettingsForm, { ...sender, sender_name: ' ' })).toEqual([
      { field: 'sender_name', message: 'field.required', params: { label: 'field.name.senderName' } },
    ]);
  });

  it('has a name of at most 60 characters, without the characters that end a name in a mail header', () => {
    const named = (sender_name: string) => problems(mailSettingsForm, { ...sender, sender_name });
    expect(named('人'.repeat(60))).toEqual([]);
    expect(named('a'.repeat(61))).toMatchObject([
      { field: 'sender_name', params: { label: 'field.name.senderName', max: 60 } },
    ]);
    for (const sign of '<>@",;:\\()[]')
      expect(named(`Banksia ${sign} House`)).toEqual([
        { field: 'sender_name', message: 'field.badCharacters', params: { characters: sign } },
      ]);
    expect(named("O'Brien & Söhne. 2")).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { readForm } from '../form.ts';
import { clinicalWebhookForm } from './clinical-webhook.ts';

const messageOf = (address: string) => {
  const read = readForm(clinicalWebhookForm, { address });
  return read.ok ? read.value.address : read.fields[0]?.message;
};

describe('the form of an address for notices', () => {
  it('accepts https, and http on this machine, without blanks around [X-06]', () => {
    for (const address of [
      'https://ward.example.com',
      'https://ward.example.com:8443/a/b',
      'http://127.0.0.1:80/a',
    ])
      expect(messageOf(` ${address} `)).toBe(address);
  });

  it('refuses anything else at the field [X-06]', () => {
    expect(messageOf(' ')).toBe('clinical.webhook.address.required');
    for (const address of [
      'ward',
      'http://ward.example.com',
      'https://a:b@ward.example.com',
      'https://ward.example.com/?a',
      'https://ward.example.com/#a',
      'javascript:alert(1)',
    ])
      expect(messageOf(address)).toBe('clinical.webhook.address.wrong');
    expect(messageOf(`https://ward.example.com/${'a'.repeat(500)}`)).toBe('field.tooLong');
  });
});

import { expect, it } from 'vitest';
import { readProxies } from './trusted-proxies.ts';

const refusalOf = (text: string): string => {
  try {
    readProxies(text);
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error(`Taken: ${text}`);
};

it.each([
  ['10.1.2.3', ['10.1.2.3']],
  ['10.1.2.3, 10.2.0.0/16', ['10.1.2.3', '10.2.0.0/16']],
  ['2001:db8::1,fd00::/8', ['2001:db8::1', 'fd00::/8']],
  ['loopback, uniquelocal', ['loopback', 'uniquelocal']],
  ['none', []],
  ['false', []],
])('accepts %s [R-01]', (text, proxies) => {
  expect(readProxies(text)).toEqual(proxies);
});

it.each([
  ['1', /number of proxies/],
  ['10.1.2.3, 2', /number of proxies/],
  ['true', /any address/],
  ['10.1.2.3, true', /any address/],
  ['0.0.0.0/0', /so large/],
  ['128.0.0.0/1', /so large/],
  ['::/0', /so large/],
  ['::ffff:10.1.2.3', /without ::ffff:/],
  ['::ffff:0:0/96', /without ::ffff:/],
  ['10.1.2.3/33', /^must be the addresses/],
  ['10.1.2.3/255.255.0.0', /^must be the addresses/],
  ['10.1.2.0/', /^must be the addresses/],
  ['10.1.2/24', /^must be the addresses/],
  ['10.1.2.3:80', /^must be the addresses/],
  ['fe80::1%eth0', /^must be the addresses/],
  ['proxy.internal', /^must be the addresses/],
  ['10.1.2.3,', /^must be the addresses/],
  ['none, 10.1.2.3', /^must be the addresses/],
  ['yes', /^must be the addresses/],
])('refuses %s with an explanation [R-01]', (text, sentence) => {
  expect(refusalOf(text)).toMatch(sentence);
});

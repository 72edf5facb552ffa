// Which repository on GitHub an address of git names, in each form that git takes.
import { expect, it } from 'vitest';
import { parseRemoteAddress } from '../../src/exchange/github/github.ts';

it.each([
  ...['https://github.com/acme/shop.git', 'https://github.com/acme/shop', 'https://ana:pw@github.com/acme/shop/'],
  ...['http://GitHub.com:8080/acme/shop.git', 'git@github.com:acme/shop.git', 'git@github.com:/acme/shop.git'],
  ...['github.com:acme/shop', 'ssh://git@github.com/acme/shop.git', 'ssh://github.com:22/acme/shop'],
  ...['ssh://git@ssh.github.com:443/acme/shop.git', 'git@ssh.github.com:acme/shop.git'],
])('%s is a repository', (address) => {
  expect(parseRemoteAddress(address)).toEqual({ host: 'github.com', repo: 'acme/shop' });
});

it.each([
  '../shop',
  '/srv/git/acme/shop.git',
  'file:///acme/shop',
  'ext::sh -c x',
  'https://github.com/acme',
  'git@github.com:shop',
  '',
])('%j is none', (address) => {
  expect(parseRemoteAddress(address)).toBeUndefined();
});

it.each([
  'https://ssh.github.com.evil.org/acme/shop',
  'https://github.com@evil.org/acme/shop',
  'git@evil.org:acme/shop',
])('%s is on another host', (address) => {
  expect(parseRemoteAddress(address)?.host).toMatch(/evil\.org$/);
});

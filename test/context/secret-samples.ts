// Texts with a secret in them, by what it is; put together here, so that no scanner takes this file for a leak.

const filler = 'Qz7mK2xW9pL4vR8tB3nY6cJ1hF5dG0sA'.repeat(8);
const letters = 'QzmKxWpLvRtBnYcJhFdGsAeUiOkTgHwZbN';
const hex = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';
const random = (length: number) => filler.slice(0, length);
const age = 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L'.repeat(2).slice(0, 58);

/** Each as it would stand in a file, with the secret itself, which must never be repeated. */
export const SECRETS: readonly (readonly [string, (secret: string) => string, string])[] = [
  ['an AWS access key', (it) => `aws_access_key_id = ${it}`, `AKIA${'QZ7MK2XW9PL4VR8T'}`],
  ['an AWS secret key', (it) => `aws_secret_access_key = ${it}`, `${random(32)}/+${random(6)}`],
  ['an AWS secret key', (it) => `{"SecretAccessKey": "${it}"}`, `${random(32)}/+${random(6)}`],
  [
    'an Azure connection string',
    (it) => `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${it};`,
    `${random(86)}==`,
  ],
  ['a Google API key', (it) => `key: ${it}`, `AIza${random(35)}`],
  ['a Debate Hall key', (it) => `Authorization: Bearer ${it}`, `dhk_${hex.slice(0, 12)}_${hex}`],
  ['a DigitalOcean token', (it) => it, `dop_v1_${hex}`],
  ['a GitHub token', (it) => `git clone https://x:${it}@github.com/a/b`, `ghp_${random(36)}`],
  ['a GitLab token', (it) => it, `glpat-${random(20)}`],
  ['an npm token', (it) => `//npm.corp.net/:_authToken=${it}`, `npm_${random(36)}`],
  ['an npm token', (it) => `//npm.corp.net/:_password="${it}"`, `${random(22)}==`],
  ['a PyPI token', (it) => `password = ${it}`, `pypi-AgEIcHlwaS5vcmc${random(60)}`],
  ['an Anthropic or OpenAI key', (it) => it, `sk-ant-${random(40)}`],
  ['a Groq key', (it) => it, `gsk_${random(52)}`],
  ['an xAI key', (it) => it, `xai-${random(80)}`],
  ['a Hugging Face token', (it) => it, `hf_${letters.slice(0, 34)}`],
  ['a Stripe key', (it) => it, `sk_live_${random(24)}`],
  ['a Stripe key', (it) => `endpointSecret = "${it}"`, `whsec_${random(32)}`],
  ['a SendGrid key', (it) => it, `SG.${random(22)}.${random(43)}`],
  ['a Slack token', (it) => it, `xoxb-${random(24)}`],
  ['a Slack webhook', (it) => `https://${it}`, `hooks.slack.com/services/T0QZ7MK2X/B0W9PL4VR8T/${random(24)}`],
  ['a Discord webhook', (it) => `https://${it}`, `discord.com/api/webhooks/112233445566778899/${random(68)}`],
  ['a Discord token', (it) => it, `MTE${random(23)}.Qz7mK2.${random(38)}`],
  ['a Telegram token', (it) => it, `110201543:AA${random(33)}`],
  ['a Vault token', (it) => it, `hvs.${random(90)}`],
  ['an age key', (it) => it, `AGE-SECRET-KEY-1${age}`],
  ['a private key', (it) => it, `-----BEGIN ${'RSA PRIVATE'} KEY-----`],
  ['a Kubernetes key', (it) => `    client-key-data: ${it}`, `${random(80)}==`],
  ['a JSON web token', (it) => it, `eyJ${random(40)}.eyJ${random(40)}.${random(40)}`],
  ['a Docker login', (it) => `{"auths":{"r.corp.net":{"auth": "${it}"}}}`, `${random(30)}==`],
  ['a login in a header', (it) => `curl -H 'Authorization: Bearer ${it}' https://api.corp.net`, random(40)],
  ['a login in a header', (it) => `Authorization: Basic ${it}`, `${random(22)}==`],
  ['a password or key in an assignment', (it) => `export DB_PASSWORD="${it}"`, 'k9!Wq2#vLm'],
  ['a password or key in an assignment', (it) => `MAIL_PASSWORD=${it}`, 'k9!Wq2#vLm'],
  ['a password or key in an assignment', (it) => `  "clientSecret": "${it}"`, random(32)],
  ['a password or key in an assignment', (it) => `  api_key: ${it}`, random(32)],
  ['an address with a password in it', (it) => `DATABASE_URL=postgres://${it}@db.corp.net/app`, 'app:hunter2'],
  ['an address with a password in it', (it) => `mongodb+srv://${it}@cluster0.example.net`, 'app:k9!Wq2vLm'],
  ['an address with a password in it', (it) => `https://${it}@git.corp.net/a/b.git`, 'ci:k9Wq2vLm77'],
];

export const SECRET_FILES = [
  ...['.env', '.env.local', '.envrc', 'prod.env', 'server.pem', 'a/key.p12', 'AuthKey.p8', 'id_rsa', 'id_ed25519_sk'],
  ...['credentials', 'secrets.yaml', '.netrc', '.dockercfg', '.vault-token', 'kubeconfig', 'dev.kubeconfig'],
  ...['terraform.tfstate', 'terraform.tfstate.backup', 'client_secret_42.json', 'credentials.tfrc.json'],
];

const variable = (name: string) => `\${${name}}`;

/** What programs and their documentation are full of. */
export const HARMLESS = [
  'sk-learn-and-other-words-with-hyphens, ghp_short, AKIA, eyJhbGciOi, task-0123456789012345678901, xox-ray',
  `postgres://user:password@localhost:5432/app and https://user:pass@example.com and redis://:${variable('REDIS')}@cache`,
  'mysql://root:root@db/app, http://[::1]:8080/@scope, https://a.b/c:d@e',
  'const password = generatePassword32(options); secret = await readSecret2("name");',
  'password: process.env.DB_PASSWORD1, apiKey: config.get("key1"), token: string; secret?: Sha256Hash;',
  `PASSWORD=changeme123\nSECRET_KEY=your-secret-key-1234\nAPI_KEY="xxxxxxxxxxxxxxxx1"\nTOKEN=${variable('TOKEN')}`,
  'Authorization: Bearer <token>, the bearer authentication scheme, Bearer YOUR_TOKEN_HERE_1234',
  'AKIAIOSFODNN7EXAMPLE and aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  '"integrity": "sha512-UZzDx6fKc5gT2zj8YVodrvKYBzVAoPaN7DKs9PXEAZbElbpdQ2qh/PcvdLOqRN8NPG76blFStL5sf94co1yIw=="',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4ifQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJVadQssw5c',
];

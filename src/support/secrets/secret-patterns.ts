// What keys and tokens look like: one table for refusing them in what is sent out, and for taking them out of what is shown.
// Prefixes and lengths are facts of their issuers; "gitleaks", "secretlint" and "detect-secrets" name the rule sets that were compared.

const EXAMPLE = /example|placeholder|x{6}|(.)\1{7}|\*{3}|\.{3}/i;
/** The payload of the token that stands in every introduction to JSON web tokens. */
const TEXTBOOK = 'eyJzdWIiOiIxMjM0NTY3ODkw';

const NO_VALUE =
  /sample|dummy|change[-_]?me|your|test|fake|foo|bar|passw|secret|token|12345|abcd|process\.|env\.|[$<>(){}[\]\\|`]/i;
const LONG = 16;
const SHORT = 8;

/** A secret that is known by its form alone. */
function isNotExample(value: string): boolean {
  return !EXAMPLE.test(value) && !value.includes(TEXTBOOK);
}

/** What nobody would write as a word: letters with digits, long, or of three kinds of characters. */
function looksRandom(value: string): boolean {
  if (value.length < SHORT || NO_VALUE.test(value) || !isNotExample(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d.]/].filter((kind) => kind.test(value)).length;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && (kinds > 2 || value.length >= LONG);
}

/** A value in quotes, or one that is all of a line behind its name: anything else is an expression of a program. */
function isValue(text: string, start: number, end: number): boolean {
  if (/["']/.test(text[start - 1] ?? '')) return text[end] === text[start - 1];
  if (!/^[^\S\n]*(?:$|\r?\n|#)/.test(text.slice(end, end + 40))) return false;
  const line = text.slice(Math.max(0, start - 120), start);
  return /(?:^|\n)[^\S\n]*(?:export[^\S\n]+|set[^\S\n]+|-[^\S\n]+)?["']?[\w.-]+["']?[^\S\n]*[:=][^\S\n]*$/.test(line);
}

const PLAIN_PASSWORD =
  /^(?:p(?:ass)?w(?:or)?d|pass(?:wd|word|phrase)?|secret|user(?:name)?|test|tests|postgres|mysql|root|admin|guest|token|key|x+|y+|\*+|\.+|foo|bar|baz)\d{0,3}$/i;
const PLAIN_HOST = /^@(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)/i;
const EXAMPLE_HOST =
  /^@(?:[\w-]+\.){0,6}(?:example|test|invalid|localhost|foo|bar|host(?:name)?|server|domain)(?:[.:/\s"'`)]|$)/i;
const DATABASE = /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse)$/i;

/** "user:password" inside of an address; those of databases count also where the host is an example. */
function isRealLogin(login: string, text: string, start: number): boolean {
  const password = login.slice(login.indexOf(':') + 1);
  if (password.length < 4 || PLAIN_PASSWORD.test(password) || /[$<>{}%()[\]*]/.test(password)) return false;
  if (!isNotExample(password)) return false;
  const end = start + login.length;
  const host = text.slice(end, end + 120);
  if (PLAIN_HOST.test(host)) return false;
  const scheme = text.slice(Math.max(0, start - 20), start - '://'.length);
  return DATABASE.test(scheme) || (!EXAMPLE_HOST.test(host) && password.length >= SHORT && /\d/.test(password));
}

/** The value of a setting that is named like a secret. */
function isRealValue(value: string, text: string, start: number): boolean {
  return looksRandom(value) && isValue(text, start, start + value.length);
}

/** A token behind a word that stands in prose as well. */
function isRealToken(value: string): boolean {
  return looksRandom(value) && value.length >= LONG;
}

export interface SecretPattern {
  /** Such as "a GitHub token". */
  readonly kind: string;
  /** Matches the whole secret and nothing else, every time it occurs. */
  readonly pattern: RegExp;
  /** Whether a match is a secret, for what is refused; what is shown loses every match. */
  readonly isReal: (match: string, text: string, start: number) => boolean;
}

const definePattern = (
  kind: string,
  pattern: RegExp,
  isReal: SecretPattern['isReal'] = isNotExample,
): SecretPattern => ({ kind, pattern, isReal });

/** User name and password inside an address, without the "@". */
export const ADDRESS_PASSWORD = /(?<=:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g;

/**
 * Beside each stands where its form is known from. Every pattern begins with fixed letters, or looks back over a bounded stretch, and
 * repeats over one class of characters, so that a long line costs linear time.
 */
const makePatterns = (): readonly SecretPattern[] => [
  // RFC 7468; gitleaks private-key
  definePattern('a private key', /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s]*/g),
  definePattern('an age key', /\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/gi), // age-encryption.org; gitleaks age-secret-key

  definePattern('an AWS access key', /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g), // AWS IAM identifiers; gitleaks aws-access-token
  // AWS CLI configuration; secretlint aws
  definePattern(
    'an AWS secret key',
    /(?<=secret_?access_?key["']?\s{0,9}[:=]\s{0,9}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
  ),
  // Azure Storage and Service Bus; detect-secrets azure_storage_key
  definePattern(
    'an Azure connection string',
    /(?<=\b(?:AccountKey|SharedAccessKey)\s{0,9}=\s{0,9})[A-Za-z0-9+/]{40,100}={0,2}/gi,
  ),
  definePattern('a Google API key', /\bAIza[A-Za-z0-9_-]{30,}/g), // gitleaks gcp-api-key
  definePattern('a Google access token', /\bya29\.[A-Za-z0-9_-]{20,}/g), // Google OAuth 2.0
  definePattern('a Google client secret', /\bGOCSPX-[A-Za-z0-9_-]{28}/g), // Google OAuth 2.0
  definePattern('an Alibaba Cloud key', /\bLTAI[A-Za-z0-9]{20}\b/g), // gitleaks alibaba-access-key-id
  definePattern('a Debate Hall key', /\bdhk_[a-f0-9]{12}_[a-f0-9]{64}/g), // auth/api-key.ts
  definePattern('a DigitalOcean token', /\bdo[opr]_v1_[a-f0-9]{64}/g), // gitleaks digitalocean-pat
  definePattern('a Heroku key', /\bHRKU-[A-Za-z0-9_-]{36,}/g), // gitleaks heroku-api-key-v2
  definePattern('a Fly.io token', /\b(?:fo1_[A-Za-z0-9_-]{40,}|fm[12][ar]?_[A-Za-z0-9+/]{60,})/g), // gitleaks flyio-access-token

  definePattern('a GitHub token', /\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,}/g), // GitHub token formats; gitleaks github-pat
  definePattern('a GitLab token', /\bgl(?:pat|ptt|rt|dt|soat|ft|agent|cbt)-[A-Za-z0-9_.-]{16,}/g), // GitLab token prefixes
  definePattern('an npm token', /\bnpm_[A-Za-z0-9]{36,}/g), // gitleaks npm-access-token
  // npm configuration; secretlint npm
  definePattern('an npm token', /(?<=:_(?:authToken|auth|password)\s{0,9}=\s{0,9}"?)[A-Za-z0-9._/+=-]{16,}/g),
  definePattern('a PyPI token', /\bpypi-AgE[A-Za-z0-9_-]{50,}/g), // gitleaks pypi-upload-token
  definePattern('a RubyGems key', /\brubygems_[a-f0-9]{48}/g), // gitleaks rubygems-api-token
  definePattern('a Docker token', /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}/g), // Docker access tokens
  definePattern('a Docker login', /(?<="auth"\s{0,9}:\s{0,9}")[A-Za-z0-9+/]{16,}={0,2}(?=")/g, isRealToken), // Docker config.json

  definePattern('an Anthropic or OpenAI key', /\bsk-(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{16,}/g), // secretlint openai, anthropic
  definePattern('a Groq key', /\bgsk_[A-Za-z0-9]{40,}/g), // Groq console keys
  definePattern('an xAI key', /\bxai-[A-Za-z0-9]{60,}/g), // xAI console keys
  definePattern('a Hugging Face token', /\b(?:hf_|api_org_)[A-Za-z]{34}\b/g), // gitleaks huggingface-access-token
  definePattern('a Perplexity key', /\bpplx-[A-Za-z0-9]{40,}/g), // gitleaks perplexity-api-key
  definePattern('a Replicate token', /\br8_[A-Za-z0-9]{37}\b/g), // Replicate API tokens

  definePattern('a Stripe key', /\b(?:[rs]k_live_|whsec_)[A-Za-z0-9+/]{16,}/g), // Stripe keys and webhook secrets; gitleaks stripe
  definePattern('a Shopify token', /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g), // gitleaks shopify
  definePattern('a Square token', /\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,}/g), // gitleaks square
  definePattern('a SendGrid key', /\bSG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/g), // gitleaks sendgrid-api-token
  definePattern('a Twilio key', /\bSK[a-f0-9]{32}\b/g), // gitleaks twilio-api-key

  definePattern('a Slack token', /\bxox[a-z]-[A-Za-z0-9-]{10,}/g), // Slack token types
  definePattern('a Slack token', /\bxapp-\d-[A-Za-z0-9-]{20,}/g), // Slack token types
  // gitleaks slack-webhook-url
  definePattern(
    'a Slack webhook',
    /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9_]{1,20}\/[A-Za-z0-9_]{1,30}\/[A-Za-z0-9]{16,}/g,
  ),
  definePattern('a Discord webhook', /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[A-Za-z0-9_-]{60,}/g), // Discord webhooks
  // detect-secrets discord
  definePattern(
    'a Discord token',
    /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b/g,
    isRealToken,
  ),
  definePattern('a Telegram token', /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g), // detect-secrets telegram_token
  definePattern('a Linear key', /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g), // secretlint linear
  definePattern('a Notion token', /\bntn_[A-Za-z0-9]{40,}/g), // Notion integrations
  definePattern('an Atlassian token', /\bATATT3[A-Za-z0-9_=-]{100,}/g), // gitleaks atlassian-api-token
  definePattern('a Postman key', /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}/g), // gitleaks postman-api-token
  definePattern('a Grafana token', /\bgl(?:sa|c)_[A-Za-z0-9+/_]{32,}={0,2}/g), // gitleaks grafana
  definePattern('a New Relic key', /\bNRAK-[A-Z0-9]{27}\b/g), // gitleaks new-relic-user-api-key
  definePattern('a Sentry token', /\bsntry[su]_[A-Za-z0-9+/=_]{40,}/g), // gitleaks sentry
  definePattern('a Databricks token', /\bdapi[a-f0-9]{32}\b/g), // gitleaks databricks-api-token
  definePattern('a PlanetScale key', /\bpscale_(?:tkn|oauth|pw)_[A-Za-z0-9=._-]{32,}/g), // gitleaks planetscale
  definePattern('a Supabase key', /\bsb(?:p|_secret)_[A-Za-z0-9_-]{20,}/g), // Supabase API keys
  definePattern('a Terraform Cloud token', /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}/g), // gitleaks hashicorp-tf-api-token
  definePattern('a Vault token', /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g), // HashiCorp Vault; gitleaks vault-service-token
  definePattern('a 1Password token', /\bops_eyJ[A-Za-z0-9+/]{200,}={0,3}/g), // gitleaks 1password-service-account-token
  definePattern('a Tailscale key', /\btskey-[a-z]{2,10}-[A-Za-z0-9-]{16,}/g), // Tailscale keys
  definePattern('a Doppler token', /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,}/g), // gitleaks doppler-api-token

  // kubeconfig; gitleaks kubernetes-secret-yaml
  definePattern('a Kubernetes key', /(?<=\bclient-key-data:\s{0,9})[A-Za-z0-9+/]{40,}={0,2}/g),
  // RFC 7519; gitleaks jwt
  definePattern('a JSON web token', /(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]*/g),
  definePattern('a login in a header', /(?<=\bbearer\s{1,9})[A-Za-z0-9._~+/=-]{8,}/gi, isRealToken), // RFC 6750; gitleaks curl-auth-header
  // RFC 7617; gitleaks curl-auth-header
  definePattern(
    'a login in a header',
    /(?<=\bauthorization["']?\s{0,9}[:=]\s{0,9}["']?basic\s{1,9})[A-Za-z0-9+/=_-]{4,}/gi,
    isRealToken,
  ),
  // detect-secrets keyword; gitleaks generic-api-key
  definePattern(
    'a password or key in an assignment',
    /(?<=(?:password|passwd|passphrase|secret|api[-_]?key|(?:access|auth)[-_]?token|client[-_]?secret)["']?\s{0,9}[:=]\s{0,9}["']?)[^\s"',;&]{4,}/gi,
    isRealValue,
  ),
  definePattern('an address with a password in it', ADDRESS_PASSWORD, isRealLogin), // RFC 3986; detect-secrets basic_auth
];

let patterns: readonly SecretPattern[] | undefined;

/** Made for the first text that is looked through. */
export function secretPatterns(): readonly SecretPattern[] {
  patterns ??= makePatterns();
  return patterns;
}

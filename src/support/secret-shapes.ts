// What keys and tokens look like: one table for refusing them in what is sent out, and for taking them out of what is shown.
// Prefixes and lengths are facts of their issuers; "gitleaks", "secretlint" and "detect-secrets" name the rule sets that were compared.
import { isNoExample, isRealLogin, isRealToken, isRealValue } from './looks-real.ts';

export interface SecretShape {
  /** Such as "a GitHub token". */
  readonly kind: string;
  /** Matches the whole secret and nothing else, every time it occurs. */
  readonly pattern: RegExp;
  /** Where its form is known from. */
  readonly source: string;
  /** Whether a match is a secret, for what is refused; what is shown loses every match. */
  readonly isReal: (match: string, text: string, start: number) => boolean;
}

function shape(
  kind: string,
  pattern: RegExp,
  source: string,
  isReal: SecretShape['isReal'] = isNoExample,
): SecretShape {
  return { kind, pattern, source, isReal };
}

/** User name and password inside an address, without the "@". */
export const ADDRESS_PASSWORD = /(?<=:\/\/)[^\s/@:]*:[^\s/@]+(?=@)/g;

/**
 * Every pattern begins with fixed letters, or looks back over a bounded stretch, and repeats over one class of characters, so that a
 * long line costs linear time.
 */
export const SECRET_SHAPES: readonly SecretShape[] = [
  shape(
    'a private key',
    /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s]*/g,
    'RFC 7468; gitleaks private-key',
  ),
  shape(
    'an age key',
    /\bAGE-SECRET-KEY-1[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}/gi,
    'age-encryption.org; gitleaks age-secret-key',
  ),

  shape(
    'an AWS access key',
    /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z0-9]{16}\b/g,
    'AWS IAM identifiers; gitleaks aws-access-token',
  ),
  shape(
    'an AWS secret key',
    /(?<=secret_?access_?key["']?\s{0,9}[:=]\s{0,9}["']?)[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+=])/gi,
    'AWS CLI configuration; secretlint aws',
  ),
  shape(
    'an Azure connection string',
    /(?<=\b(?:AccountKey|SharedAccessKey)\s{0,9}=\s{0,9})[A-Za-z0-9+/]{40,100}={0,2}/gi,
    'Azure Storage and Service Bus; detect-secrets azure_storage_key',
  ),
  shape('a Google API key', /\bAIza[A-Za-z0-9_-]{30,}/g, 'gitleaks gcp-api-key'),
  shape('a Google access token', /\bya29\.[A-Za-z0-9_-]{20,}/g, 'Google OAuth 2.0'),
  shape('a Google client secret', /\bGOCSPX-[A-Za-z0-9_-]{28}/g, 'Google OAuth 2.0'),
  shape('an Alibaba Cloud key', /\bLTAI[A-Za-z0-9]{20}\b/g, 'gitleaks alibaba-access-key-id'),
  shape('a DigitalOcean token', /\bdo[opr]_v1_[a-f0-9]{64}/g, 'gitleaks digitalocean-pat'),
  shape('a Heroku key', /\bHRKU-[A-Za-z0-9_-]{36,}/g, 'gitleaks heroku-api-key-v2'),
  shape(
    'a Fly.io token',
    /\b(?:fo1_[A-Za-z0-9_-]{40,}|fm[12][ar]?_[A-Za-z0-9+/]{60,})/g,
    'gitleaks flyio-access-token',
  ),

  shape(
    'a GitHub token',
    /\b(?:gh[pousr]_|github_pat_)[A-Za-z0-9_]{20,}/g,
    'GitHub token formats; gitleaks github-pat',
  ),
  shape('a GitLab token', /\bgl(?:pat|ptt|rt|dt|soat|ft|agent|cbt)-[A-Za-z0-9_.-]{16,}/g, 'GitLab token prefixes'),
  shape('an npm token', /\bnpm_[A-Za-z0-9]{36,}/g, 'gitleaks npm-access-token'),
  shape(
    'an npm token',
    /(?<=:_(?:authToken|auth|password)\s{0,9}=\s{0,9}"?)[A-Za-z0-9._/+=-]{16,}/g,
    'npm configuration; secretlint npm',
  ),
  shape('a PyPI token', /\bpypi-AgE[A-Za-z0-9_-]{50,}/g, 'gitleaks pypi-upload-token'),
  shape('a RubyGems key', /\brubygems_[a-f0-9]{48}/g, 'gitleaks rubygems-api-token'),
  shape('a Docker token', /\bdckr_(?:pat|oat)_[A-Za-z0-9_-]{27,}/g, 'Docker access tokens'),
  shape(
    'a Docker login',
    /(?<="auth"\s{0,9}:\s{0,9}")[A-Za-z0-9+/]{16,}={0,2}(?=")/g,
    'Docker config.json',
    isRealToken,
  ),

  shape(
    'an Anthropic or OpenAI key',
    /\bsk-(?=[A-Za-z0-9_-]{0,200}\d)[A-Za-z0-9_-]{16,}/g,
    'secretlint openai, anthropic',
  ),
  shape('a Groq key', /\bgsk_[A-Za-z0-9]{40,}/g, 'Groq console keys'),
  shape('an xAI key', /\bxai-[A-Za-z0-9]{60,}/g, 'xAI console keys'),
  shape('a Hugging Face token', /\b(?:hf_|api_org_)[A-Za-z]{34}\b/g, 'gitleaks huggingface-access-token'),
  shape('a Perplexity key', /\bpplx-[A-Za-z0-9]{40,}/g, 'gitleaks perplexity-api-key'),
  shape('a Replicate token', /\br8_[A-Za-z0-9]{37}\b/g, 'Replicate API tokens'),

  shape(
    'a Stripe key',
    /\b(?:[rs]k_live_|whsec_)[A-Za-z0-9+/]{16,}/g,
    'Stripe keys and webhook secrets; gitleaks stripe',
  ),
  shape('a Shopify token', /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}/g, 'gitleaks shopify'),
  shape('a Square token', /\bsq0(?:atp|csp)-[A-Za-z0-9_-]{22,}/g, 'gitleaks square'),
  shape('a SendGrid key', /\bSG\.[A-Za-z0-9_-]{20,24}\.[A-Za-z0-9_-]{39,50}/g, 'gitleaks sendgrid-api-token'),
  shape('a Twilio key', /\bSK[a-f0-9]{32}\b/g, 'gitleaks twilio-api-key'),

  shape('a Slack token', /\bxox[a-z]-[A-Za-z0-9-]{10,}/g, 'Slack token types'),
  shape('a Slack token', /\bxapp-\d-[A-Za-z0-9-]{20,}/g, 'Slack token types'),
  shape(
    'a Slack webhook',
    /\bhooks\.slack\.com\/(?:services|workflows|triggers)\/[A-Za-z0-9_]{1,20}\/[A-Za-z0-9_]{1,30}\/[A-Za-z0-9]{16,}/g,
    'gitleaks slack-webhook-url',
  ),
  shape(
    'a Discord webhook',
    /\bdiscord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[A-Za-z0-9_-]{60,}/g,
    'Discord webhooks',
  ),
  shape(
    'a Discord token',
    /\b[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}\b/g,
    'detect-secrets discord',
    isRealToken,
  ),
  shape('a Telegram token', /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g, 'detect-secrets telegram_token'),
  shape('a Linear key', /\blin_(?:api|oauth)_[A-Za-z0-9]{32,}/g, 'secretlint linear'),
  shape('a Notion token', /\bntn_[A-Za-z0-9]{40,}/g, 'Notion integrations'),
  shape('an Atlassian token', /\bATATT3[A-Za-z0-9_=-]{100,}/g, 'gitleaks atlassian-api-token'),
  shape('a Postman key', /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}/g, 'gitleaks postman-api-token'),
  shape('a Grafana token', /\bgl(?:sa|c)_[A-Za-z0-9+/_]{32,}={0,2}/g, 'gitleaks grafana'),
  shape('a New Relic key', /\bNRAK-[A-Z0-9]{27}\b/g, 'gitleaks new-relic-user-api-key'),
  shape('a Sentry token', /\bsntry[su]_[A-Za-z0-9+/=_]{40,}/g, 'gitleaks sentry'),
  shape('a Databricks token', /\bdapi[a-f0-9]{32}\b/g, 'gitleaks databricks-api-token'),
  shape('a PlanetScale key', /\bpscale_(?:tkn|oauth|pw)_[A-Za-z0-9=._-]{32,}/g, 'gitleaks planetscale'),
  shape('a Supabase key', /\bsb(?:p|_secret)_[A-Za-z0-9_-]{20,}/g, 'Supabase API keys'),
  shape(
    'a Terraform Cloud token',
    /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,70}/g,
    'gitleaks hashicorp-tf-api-token',
  ),
  shape('a Vault token', /\bhv[sbr]\.[A-Za-z0-9_-]{24,}/g, 'HashiCorp Vault; gitleaks vault-service-token'),
  shape('a 1Password token', /\bops_eyJ[A-Za-z0-9+/]{200,}={0,3}/g, 'gitleaks 1password-service-account-token'),
  shape('a Tailscale key', /\btskey-[a-z]{2,10}-[A-Za-z0-9-]{16,}/g, 'Tailscale keys'),
  shape('a Doppler token', /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,}/g, 'gitleaks doppler-api-token'),

  shape(
    'a Kubernetes key',
    /(?<=\bclient-key-data:\s{0,9})[A-Za-z0-9+/]{40,}={0,2}/g,
    'kubeconfig; gitleaks kubernetes-secret-yaml',
  ),
  shape(
    'a JSON web token',
    /(?<![\w-])eyJ[A-Za-z0-9_-]{10,2000}\.[A-Za-z0-9_-]{10,8000}\.[A-Za-z0-9_-]*/g,
    'RFC 7519; gitleaks jwt',
  ),
  shape(
    'a login in a header',
    /(?<=\bbearer\s{1,9})[A-Za-z0-9._~+/=-]{8,}/gi,
    'RFC 6750; gitleaks curl-auth-header',
    isRealToken,
  ),
  shape(
    'a login in a header',
    /(?<=\bauthorization["']?\s{0,9}[:=]\s{0,9}["']?basic\s{1,9})[A-Za-z0-9+/=_-]{4,}/gi,
    'RFC 7617; gitleaks curl-auth-header',
    isRealToken,
  ),
  shape(
    'a password or key in an assignment',
    /(?<=(?:password|passwd|passphrase|secret|api[-_]?key|(?:access|auth)[-_]?token|client[-_]?secret)["']?\s{0,9}[:=]\s{0,9}["']?)[^\s"',;&]{4,}/gi,
    'detect-secrets keyword; gitleaks generic-api-key',
    isRealValue,
  ),
  shape('an address with a password in it', ADDRESS_PASSWORD, 'RFC 3986; detect-secrets basic_auth', isRealLogin),
];

// Recognises files that usually hold secrets by their names.

const SECRET_FILES =
  /^(?:\.env(?:\..+)?|.+\.(?:pem|key|p12|pfx|jks|keystore|kdbx|ppk)|id_(?:rsa|dsa|ecdsa|ed25519)|\.netrc|_netrc|\.pypirc|\.pgpass|\.git-credentials|\.htpasswd|credentials(?:\.(?:json|ya?ml|toml|ini|csv))?|service[-_]?account.*\.json|secrets?\.(?:json|ya?ml|toml|ini))$/i;

/** Files of that name which exist to be shared. */
const HARMLESS_FILES = /^\.env\.(?:example|sample|template|dist|defaults)$/i;

/** Whether a file of this base name usually holds a secret. */
export function isSecretFileName(baseName: string): boolean {
  return SECRET_FILES.test(baseName) && !HARMLESS_FILES.test(baseName);
}

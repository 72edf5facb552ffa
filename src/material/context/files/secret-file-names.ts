// Recognises files that usually hold secrets by their names.
import { realpath } from 'node:fs/promises';
import { basename } from 'node:path';

const NAMES = [
  // Settings of an environment.
  /^\.env(?:rc|\..+)?$/,
  /^.+\.env$/,
  // Keys and key stores.
  /^.+\.(?:pem|key|p8|p12|pfx|jks|keystore|kdbx|ppk|agekey)$/,
  /^id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?$/,
  // Logins of programs. An .npmrc mostly holds none and is judged by its text.
  /^(?:\.netrc|_netrc|\.pypirc|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.git-credentials|\.htpasswd|\.s3cfg|\.boto|\.dockercfg)$/,
  /^(?:\.vault[-_]?(?:token|pass(?:word)?)|\.terraformrc|credentials\.tfrc\.json)$/,
  /^(?:kubeconfig(?:\..+)?|.+\.kubeconfig)$/,
  /^(?:credentials(?:\.(?:json|ya?ml|toml|ini|csv))?|application_default_credentials\.json|client_secret.*\.json)$/,
  /^(?:service[-_]?account.*\.json|secrets?\.(?:json|ya?ml|toml|ini))$/,
  // A state of Terraform has every value in it, the secret ones as well.
  /^.+\.tfstate(?:\..+)?$/,
];

/** Files of that name which exist to be shared. */
const HARMLESS = /(?:^|\.)(?:example|sample|template|dist|defaults?)(?:\.|$)/;

export function isSecretFileName(baseName: string): boolean {
  const name = baseName.toLowerCase();
  return NAMES.some((pattern) => pattern.test(name)) && !(name.includes('.env') && HARMLESS.test(name));
}

/** Also where the path is a link to such a file. */
export async function isSecretFile(path: string): Promise<boolean> {
  const real = await realpath(path).catch(() => path);
  return isSecretFileName(basename(path)) || isSecretFileName(basename(real));
}

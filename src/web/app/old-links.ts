import { withSecretsInHash } from './secrets-in-hash.ts';

// Before the router and every request: the address of a page goes along with what the page asks for.
const moved = withSecretsInHash(new URL(location.href));
if (moved !== null) history.replaceState(history.state, '', moved);

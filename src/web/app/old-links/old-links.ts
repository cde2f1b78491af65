import { withSecretsInHash } from './secrets-in-hash.ts';

// Before the router and every request, because requests contain the address of the page.
const moved = withSecretsInHash(new URL(location.href));
if (moved !== null) history.replaceState(history.state, '', moved);

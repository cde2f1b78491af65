// npm run build: the web, also when it is there already.
import { buildWeb, installPackages } from './prepare.mjs';

installPackages();
buildWeb({ always: true });

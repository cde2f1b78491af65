// npm run build: builds the web, even if it is built already.
import { buildWeb, installPackages } from './prepare.mjs';

installPackages();
buildWeb({ always: true });

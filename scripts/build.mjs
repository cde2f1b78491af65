// npm run build: builds the web, even if the build is up to date.
import { buildWeb, installPackages } from './prepare.mjs';

installPackages();
buildWeb({ always: true });

import type { Feature } from '../../pipeline/feature.ts';
import * as adding from './form/add-operation.ts';
import * as contacts from './form/contact/contact-operations.ts';
import './form/graphql.ts';
import * as money from './form/money/money-operations.ts';
import * as reading from './form/read-operation.ts';
import { registerContactTransfer } from './form/rest.ts';
import * as changes from './form/update-operation.ts';
import './profile/graphql.ts';
import * as logos from './profile/logo-operations.ts';
import * as profile from './profile/operations.ts';
import { registerLogoRoutes } from './profile/rest.ts';
import './registered/graphql.ts';
import * as inviting from './registered/invite-operation.ts';
import * as registered from './registered/list-operation.ts';
import * as archive from './structure/archive-operations.ts';
import * as deletion from './structure/delete-operation.ts';
import './structure/graphql.ts';
import * as moves from './structure/move-operations.ts';
import './tree/graphql.ts';
import * as tree from './tree/operations.ts';

export const feature = {
  name: 'providers',
  operations: [
    profile,
    logos,
    tree,
    inviting,
    registered,
    archive,
    deletion,
    moves,
    adding,
    contacts,
    money,
    reading,
    changes,
  ],
  routes(app) {
    registerContactTransfer(app);
    registerLogoRoutes(app);
  },
} as const satisfies Feature;

import { stillRightOn } from '../../../domain/plan/still-right.ts';
import { planVersionList } from '../../../domain/lists/definitions/plan-versions.ts';
import { builder } from '../../graphql/builder.ts';
import { AcpStatus, Gender, Language } from '../../graphql/enums.ts';
import { pageArgs, pageType } from '../../graphql/page.ts';
import { getAcpUser, type AcpUser } from './acp-user.ts';
import { mailMyPlan } from './document/mail-plan-link.ts';
import {
  getActiveAcps,
  getActiveAcpsByUserId,
  getRevisionAcp,
  getRevisionAcps,
  updateAnswers,
} from './operations.ts';
import { updateACPStatus, updateRevision } from './saving/named-saves.ts';
import { confirmStillRight } from './saving/still-right.ts';
import { getSignedSections } from './versions/signed-words.ts';
import type { Acp } from './store.ts';
import type { AcpVersion } from './versions/versions-store.ts';

const AcpType = builder.enumType('AcpType', { values: ['active', 'revision'] as const });

const AcpUserRef = builder.objectRef<AcpUser>('AcpUser').implement({
  description: 'The person whose plan it is, as the plan and its card need them (ENT-02).',
  fields: (t) => ({
    id: t.exposeID('id'),
    first_name: t.exposeString('first_name', { nullable: true }),
    last_name: t.exposeString('last_name', { nullable: true }),
    dob: t.expose('dob', { type: 'Date', nullable: true }),
    gender: t.expose('gender', { type: Gender, nullable: true }),
    postcode: t.exposeString('postcode', { nullable: true }),
    pin: t.exposeString('pin', {
      nullable: true,
      description: 'Six digits. Only the person themselves ever gets them.',
    }),
    share_id: t.exposeString('share_id', { nullable: true }),
    provider: t.exposeString('provider', { nullable: true, description: "The care provider's name." }),
    subscription_id: t.exposeID('subscription_id', { nullable: true }),
    stripe_price_id: t.exposeString('stripe_price_id', { nullable: true }),
    stripe_promotion_id: t.exposeString('stripe_promotion_id', { nullable: true }),
    health_record_confirm_date: t.expose('health_record_confirm_date', { type: 'DateTime', nullable: true }),
    for_my_self: t.exposeBoolean('for_my_self'),
    account_owner: t.exposeString('account_owner'),
  }),
});

const AcpRef = builder.objectRef<Acp>('Acp').implement({
  description: 'An advance care plan: the one in force, or an earlier signed state of it (ENT-01).',
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('user_id'),
    type: t.expose('type', { type: AcpType }),
    status: t.expose('status', { type: AcpStatus }),
    version: t.exposeInt('version', {
      description: 'Counts saves; each save names the one it was based on.',
    }),
    plan_version: t.exposeInt('plan_version', {
      description: 'Counts signed states; printed on the card and the PDF.',
    }),
    answers: t.expose('answers', {
      type: 'JSON',
      description: 'Answers by key, options as stored values (ENT-03).',
    }),
    signed_sections: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The plan in the words that were signed, section by section; null for a draft, and when it was signed under the definition that the caller has.',
      args: {
        definition_version: t.arg.int({ required: true }),
        language: t.arg({
          type: Language,
          description:
            'For words kept in that language, or none; else those of the language it was signed in.',
        }),
      },
      resolve: (acp, { definition_version, language }, context) =>
        acp.status === 'draft' || acp.definition_version === definition_version
          ? null
          : getSignedSections.call(context, { id: acp.id, language: language ?? acp.language }),
    }),
    definition_version: t.exposeInt('definition_version', {
      description: 'The version of the questionnaire that the answers were saved under.',
    }),
    language: t.expose('language', { type: Language }),
    locked: t.exposeBoolean('locked'),
    external: t.exposeBoolean('external'),
    share_date: t.expose('share_date', { type: 'DateTime', nullable: true }),
    completed_at: t.expose('completed_at', { type: 'DateTime', nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    updated_at: t.expose('updated_at', { type: 'DateTime' }),
    still_right_on: t.field({
      type: 'Date',
      nullable: true,
      description: 'The day on which the person last said that this signed version is still right.',
      resolve: (acp) => (acp.status === 'complete' ? stillRightOn(acp) : null),
    }),
    user: t.field({
      type: AcpUserRef,
      resolve: (acp, _, context) => getAcpUser.call(context, { user_id: acp.user_id }),
    }),
  }),
});

const SavedAnswers = builder.objectRef<{ returning: Acp[] }>('SavedAnswers').implement({
  fields: (t) => ({ returning: t.field({ type: [AcpRef], resolve: (saved) => saved.returning }) }),
});

const AcpVersionRef = builder.objectRef<AcpVersion>('AcpVersion').implement({
  description: 'An earlier signed state of a plan, without what was answered.',
  fields: (t) => ({
    id: t.exposeID('id'),
    user_id: t.exposeID('user_id'),
    type: t.expose('type', { type: AcpType }),
    status: t.expose('status', { type: AcpStatus }),
    version: t.exposeInt('version'),
    plan_version: t.exposeInt('plan_version'),
    definition_version: t.exposeInt('definition_version'),
    language: t.expose('language', { type: Language }),
    locked: t.exposeBoolean('locked'),
    external: t.exposeBoolean('external'),
    share_date: t.expose('share_date', { type: 'DateTime', nullable: true }),
    completed_at: t.expose('completed_at', { type: 'DateTime', nullable: true }),
    created_at: t.expose('created_at', { type: 'DateTime' }),
    updated_at: t.expose('updated_at', { type: 'DateTime' }),
  }),
});

const AcpVersions = pageType('AcpVersions', AcpVersionRef);

builder.queryFields((t) => ({
  getActiveAcps: t.field({
    type: [AcpRef],
    args: { id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getActiveAcps.call(context, args),
  }),
  getActiveAcpsByUserId: t.field({
    type: [AcpRef],
    args: { user_id: t.arg.id({ required: true }) },
    resolve: (_, args, context) => getActiveAcpsByUserId.call(context, args),
  }),
  getRevisionAcps: t.field({
    type: AcpVersions,
    description: 'Earlier signed states, newest first. What was answered is read one by one.',
    args: { user_id: t.arg.id({ required: true }), ...pageArgs(planVersionList) },
    resolve: (_, args, context) => getRevisionAcps.call(context, args),
  }),
  getRevisionAcp: t.field({
    type: [AcpRef],
    description: 'One earlier signed state by its number, as a list of at most one.',
    args: { user_id: t.arg.id({ required: true }), plan_version: t.arg.int({ required: true }) },
    resolve: (_, args, context) => getRevisionAcp.call(context, args),
  }),
}));

/** Returns the arguments of a save of answers. */
const savedArgs = () =>
  builder.args((arg) => ({
    id: arg.id({ required: true }),
    answers: arg.field({ type: 'JSON', required: true }),
    version: arg.int({ required: true }),
    step: arg.string(),
    confirmed: arg.stringList({
      description:
        'Keys of the answers of a signed plan of which the person saw before and now, and said yes. A change of another one is refused as unconfirmed.',
    }),
    completed_at: arg.field({ type: 'DateTime' }),
    created_at: arg.field({ type: 'DateTime' }),
    share_date: arg.field({ type: 'DateTime' }),
    idempotency_key: arg.string(),
  }));

builder.mutationFields((t) => ({
  confirmStillRight: t.field({
    type: AcpRef,
    description: 'The person says of the signed plan that it is still right. The plan does not change.',
    args: { id: t.arg.id({ required: true }), plan_version: t.arg.int({ required: true }) },
    resolve: (_, args, context) => confirmStillRight.call(context, args),
  }),
  mailMyPlan: t.field({
    type: 'Boolean',
    description:
      'Mails the owner a link to the page of the plan, which asks them to sign in. False while nothing is signed.',
    args: { user_id: t.arg.id({ required: true }), idempotency_key: t.arg.string() },
    resolve: (_, args, context) => mailMyPlan.call(context, args),
  }),
  updateACPStatus: t.field({
    type: SavedAnswers,
    description:
      'Changes only the status: a draft with every answer and a signature becomes complete. A signed plan never becomes a draft.',
    args: {
      id: t.arg.id({ required: true }),
      status: t.arg({ type: AcpStatus, required: true }),
      version: t.arg.int({ required: true }),
      idempotency_key: t.arg.string(),
    },
    resolve: (_, args, context) => updateACPStatus.call(context, args),
  }),
  updateAnswers: t.field({
    type: SavedAnswers,
    args: {
      ...savedArgs(),
      status: t.arg({ type: AcpStatus, required: true }),
      type: t.arg({ type: AcpType, defaultValue: 'active' }),
    },
    resolve: (_, args, context) => updateAnswers.call(context, args),
  }),
  updateRevision: t.field({
    type: SavedAnswers,
    description:
      'Changes a signed plan. The state before is kept as an earlier version, which never changes.',
    args: savedArgs(),
    resolve: (_, args, context) => updateRevision.call(context, args),
  }),
}));

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { can, kindOf } from '../../../src/domain/access/access.ts';
import { roles } from '../../../src/domain/access/actors.ts';
import { actionOf, fieldsOf, objects } from './calls.ts';

describe('secret fields', () => {
  const found = (pattern: RegExp) =>
    objects.flatMap((type) =>
      fieldsOf(type)
        .filter(({ name }) => pattern.test(name))
        .map(({ name }) => `${type.name}.${name}`),
    );

  /** Returns where a type, or a list of it, is used in the schema. */
  const giversOf = (type: RegExp) =>
    objects
      .flatMap((giver) =>
        fieldsOf(giver)
          .filter((field) => type.test(String(field.type)))
          .map((field) => `${giver.name}.${field.name}`),
      )
      .sort();

  it('PIN and share id are in two types, and both are the caller’s own card [security 3]', () => {
    expect(found(/pin|share_?id|^url$/i).sort()).toEqual([
      'AcpUser.pin',
      'AcpUser.share_id',
      'CheckoutResult.url',
      'DocumentUpload.url',
      'EmergencyCard.pin',
      'EmergencyCard.share_id',
      'EmergencyCard.url',
      'FileLink.url',
      'FileUpload.url',
      'Photograph.url',
    ]);
    const givers = objects.flatMap((type) =>
      fieldsOf(type)
        .filter((field) => /AcpUser\b|EmergencyCard\b/.test(String(field.type)))
        .map((field) => `${type.name}.${field.name}`),
    );
    expect(givers.sort()).toEqual(['Acp.user', 'Mutation.renewEmergencyCard', 'Query.getEmergencyCard']);
    // Source and target of a file's bytes: for callers with read or write access to the file, within one session.
    const files = objects.flatMap((type) =>
      fieldsOf(type)
        .filter((field) => /^(FileLink|FileUpload)\b/.test(String(field.type)))
        .map((field) => `${type.name}.${field.name}`),
    );
    expect(files.sort()).toEqual(['File.upload', 'Mutation.generateS3Url']);
    expect(giversOf(/^DocumentUpload\b/)).toEqual(['Mutation.addEndOfLifeDocument']);
    // A page of the payment company, for the caller who is about to pay.
    expect(giversOf(/^CheckoutResult\b/)).toEqual(['Mutation.stripeCheckout']);
  });

  it('Medicare number, password and sealed or hashed values have no field, except for settings that a person is entering [security 3, security 37]', () => {
    const names = /medicare|password|hash|sealed|token|secret|session|legacy_email|stripe_customer/i;
    // Allowed: the handle of a new number, and the secrets of a new app and of a new webhook, returned once to the person who sets them up;
    // secrets that the bank's page needs to pay or to save a card; creator, time and id of a webhook's secret; the customer who made a
    // payment
    // (ENT-21); the time of the last password change, and the last digits of a stored Medicare number; in an import of customers, the lines
    // that
    // the caller has just sent, and the caller's corrections to one line.
    const setUp = [
      'AddCardResult.client_secret',
      'AddedPhone.session',
      'AppSetup.secret',
      'ClinicalWebhook.old_secret_until',
      'ClinicalWebhook.secret_at',
      'ClinicalWebhook.secret_by',
      'ClinicalWebhook.secret_id',
      'CustomerImportCellsInput.medicare_number',
      'CustomerImportRow.medicare_number',
      'NewClinicalWebhook.secret',
      'PaymentResult.client_secret',
      'ProviderPaymentStep.client_secret',
      'Transaction.stripe_customer_id',
      'User.has_medicare',
      'User.medicare_last3',
      'User.password_changed_at',
    ];
    expect(
      found(names)
        .filter((name) => !/^(Query|Mutation)\./.test(name))
        .sort(),
    ).toEqual(setUp);
    // Each belongs to the caller: the result of the caller's own call, and the caller's payments.
    expect(giversOf(/^NewClinicalWebhook\b/)).toEqual([
      'Mutation.replaceClinicalSecret',
      'Mutation.setClinicalWebhook',
    ]);
    expect(giversOf(/^AddCardResult\b/)).toEqual(['Mutation.confirmCard', 'Mutation.stripeAddCard']);
    expect(giversOf(/^PaymentResult\b/)).toEqual([
      'Mutation.confirmPayment',
      'Mutation.payOverdue',
      'Mutation.subscribeCustomer',
    ]);
    expect(giversOf(/^ProviderPaymentStep\b/)).toEqual([
      'Mutation.confirmProviderCard',
      'Mutation.confirmProviderPayment',
      'Mutation.payProviderInvoice',
      'Mutation.removeProviderCard',
      'Mutation.saveProviderCard',
    ]);
    expect(giversOf(/^\[?CustomerImportRow\b/)).toEqual([
      'CustomerImport.preview',
      'CustomerImport.problems',
      'Query.getCustomerImportLines',
    ]);
    expect(giversOf(/^\[?Transaction\b/)).toEqual(['TransactionPage.data']);
    expect(giversOf(/^TransactionPage\b/)).toEqual(['Query.getTransactions']);
    const givers = objects.flatMap((type) =>
      fieldsOf(type)
        .filter((field) => /^\[?User\b/.test(String(field.type)))
        .map((field) => ({ name: `${type.name}.${field.name}`, field })),
    );
    expect(givers.map(({ name }) => name).sort()).toEqual([
      'Mutation.agreeToConsent',
      'Mutation.changePicture',
      'Mutation.confirmDonor',
      'Mutation.confirmHealthRecord',
      'Mutation.keepAccount',
      'Mutation.removePicture',
      'Mutation.requestDeletion',
      'Mutation.undoDonor',
      'Mutation.undoHealthRecord',
      'Mutation.updateDateFormat',
      'Mutation.updateLanguage',
      'Mutation.updateProfile',
      'Mutation.updateUser',
      'Query.currentUser',
      'Query.getUserById',
    ]);
    // Each is about the caller: for another person's account, the rules deny it to every caller.
    const stranger = { kind: 'person', userId: randomUUID(), providerId: null } as const;
    const flags = { can_manage_acp: true, can_manage_all: true, can_manage_user: true };
    for (const { name, field } of givers.filter((giver) => giver.name !== 'Query.currentUser'))
      for (const role of roles) {
        const actor = {
          ...stranger,
          role,
          flags,
          actingStaffId: null,
          secondStepDue: false,
          consentDue: false,
        };
        const action = actionOf(field);
        const about = { kind: kindOf(action), ownerId: randomUUID(), providerPath: [], role: 'user' };
        expect([name, role, can(actor, action, about as never)]).toEqual([name, role, 'not-found']);
      }
  });
});

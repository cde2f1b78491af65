import type { paymentErrors as en } from '../en/payment-errors.ts';

export const paymentErrors: Record<keyof typeof en, string> = {
  'error.payment.cardNumber': '请填写卡号',
  'error.payment.cardExpiry': '请填写卡上的月和年',
  'error.payment.cardCvc': '请填写安全码（CVC）',
  'error.payment.cardBrand': '我们不接受这种卡',
  'error.payment.declined': '银行没有批准付款，没有扣钱。请换一张卡，或打电话问银行。',
  'error.payment.insufficient': '卡上的钱不够，没有扣钱。',
  'error.payment.expiredCard': '这张卡过期了，请换一张。',
  'error.payment.cvcWrong': '安全码（CVC）不对，请核对卡上的数字。',
  'error.payment.bankCheckFailed': '银行验证没有通过，没有扣钱。',
  'error.payment.providerDown': '支付公司没有回应，没有扣钱。您可以先继续，以后再付。',
  'error.payment.unknownResult': '还不确定付款是否成功。请不要重复付款，我们会发邮件告诉您。',
  'error.payment.alreadyPaid': '这项已经付过了',
  'error.payment.planRequired': '请选一种付款方案',
  'error.payment.planUnknown': '无法识别这个付款方案，您仍可用卡付款。',
  'error.payment.promoExpired': '这个优惠码已过期',
  'error.payment.promoUsedUp': '这个优惠码已用完',
  'error.payment.promoOtherPlan': '这个优惠码适用于另一个付款方案',
  'error.payment.promoKeep': '已付款的方案不能移除优惠码',
  'error.payment.cardSaveFailed': '卡没有保存，请核对后再试。',
  'error.payment.cardRemoveFailed': '卡没有移除，请再试一次。',
};

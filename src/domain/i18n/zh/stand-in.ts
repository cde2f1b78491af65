import type { standIn as english } from '../en/stand-in.ts';

export const standIn: Record<keyof typeof english, string> = {
  'standIn.title': '为 Wattle 付款',
  'standIn.test': '测试模式：不会真的扣款。只能用测试卡号，例如 4242 4242 4242 4242。',
  'standIn.total': '今天合计：{amount}',
  'standIn.number': '卡号',
  'standIn.month': '到期月份，例如 08',
  'standIn.year': '到期年份，例如 2030',
  'standIn.cvc': '安全码（CVC）',
  'standIn.pay': '支付 {amount}',
  'standIn.free': '完成，不用付款',
  'standIn.back': '不付款，返回',
  'standIn.refused': '银行拒绝了这张卡，没有扣款。请换一张卡。',
  'standIn.wrong': '请检查卡号、有效期和安全码。没有扣款。',
  'standIn.bank': '测试银行请您确认这笔 {amount} 的付款。',
  'standIn.approve': '确认付款',
  'standIn.reject': '拒绝付款',
  'standIn.paid': '已付款，谢谢。',
  'standIn.gone': '这个付款页面已关闭。请回到 Wattle 查看付款情况。',
};

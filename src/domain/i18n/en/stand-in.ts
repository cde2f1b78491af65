/** The payment page of the stand-in, where no money moves. */
export const standIn = {
  'standIn.title': 'Pay for Wattle',
  'standIn.test': 'Test mode: no money moves. Only test card numbers work, such as 4242 4242 4242 4242.',
  'standIn.total': 'Total today: {amount}',
  'standIn.number': 'Card number',
  'standIn.month': 'Expiry month, such as 08',
  'standIn.year': 'Expiry year, such as 2030',
  'standIn.cvc': 'Security code (CVC)',
  'standIn.pay': 'Pay {amount}',
  'standIn.free': 'Complete, with nothing to pay',
  'standIn.back': 'Go back without paying',
  'standIn.refused': 'The bank refused this card, and nothing was charged. Try another card.',
  'standIn.wrong': 'Check the card number, the expiry date and the security code. Nothing was charged.',
  'standIn.bank': 'The test bank asks you to confirm this payment of {amount}.',
  'standIn.approve': 'Confirm the payment',
  'standIn.reject': 'Refuse the payment',
  'standIn.gone': 'This payment page is no longer open. Go back to Wattle to see what you have paid.',
};

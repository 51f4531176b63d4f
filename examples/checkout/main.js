import { errorText } from '@watchpost/sdk-core';
import { createBrowserClient } from '@watchpost/sdk-core/browser';
// Registers <watchpost-checkout>. In React: import { Checkout } from '@watchpost/widgets/checkout'.
import '@watchpost/widgets/define/checkout';

// No address: the page is where the server is. Only there a browser lets it sign in.
const client = createBrowserClient();
const form = document.querySelector('form');
const status = document.querySelector('[role=status]');

form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const { email, otp } = Object.fromEntries(new FormData(form));
  try {
    if (!otp) {
      await client.session.requestCode(email);
      form.elements.otp.parentElement.hidden = false;
      status.textContent = 'We have sent you a code.';
    } else await client.session.confirmCode({ email, code: otp });
  } catch (error) {
    status.textContent = errorText(error, 'en');
  }
});

client.session.current.subscribe((session) => {
  form.hidden = session !== null;
  document.querySelector('watchpost-checkout')?.remove();
  if (!session) return;
  status.textContent = `Signed in as ${session.email}`;
  const checkout = document.createElement('watchpost-checkout');
  checkout.client = client;
  document.body.append(checkout);
});

// The payment service sends the browser back to this page: the checkout resumes and says what came of the order.
document.addEventListener('watchpost-checkout-finish', ({ detail: { kind, order } }) => {
  status.textContent = `Order ${order.id}: ${kind}`;
});

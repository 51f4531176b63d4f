import { errorText } from '@watchpost/sdk-core';
import { createBrowserClient } from '@watchpost/sdk-core/browser';

// No address: the page is where the server is. Only there a browser lets it sign in; elsewhere cameras are shown with an embed token.
const client = createBrowserClient();
const form = document.querySelector('form');
const status = document.querySelector('[role=status]');
const list = document.querySelector('ul');

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

client.session.current.subscribe(async (session) => {
  form.hidden = session !== null;
  list.replaceChildren();
  if (!session) return;
  status.textContent = `Signed in as ${session.email}`;
  for (const camera of await client.cameras.list()) {
    const item = document.createElement('li');
    item.textContent = `${camera.title}: ${camera.state}`;
    list.append(item);
    let frames = 0;
    client.player.live().subscribe(
      { cameraId: camera.id },
      {
        onMedia: ({ kind, time }) => {
          if (kind === 'fragment')
            item.textContent = `${camera.title}: frame ${(frames += 1)}, ${Math.round(client.player.live().serverNow() - time)} ms old`;
        },
        onError: (error) => (item.textContent = `${camera.title}: ${errorText(error, 'en')}`),
      },
    );
  }
});

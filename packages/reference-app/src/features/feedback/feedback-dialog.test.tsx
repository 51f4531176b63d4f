// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { forgetApp, renderApp } from '../../shared/testing/render-app.tsx';
import { FeedbackDialog } from './feedback-dialog.tsx';

const sendFeedback = { method: 'POST', path: '/public/api/v2/cameraphone/feedbacks' } as const;
const email = 'anna@example.com';

afterEach(forgetApp);

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const type = (label: string, value: string): void => void fireEvent.input(field(label), { target: { value } });
const button = (name: string): HTMLButtonElement => screen.getByRole('button', { name });

describe('report an issue', () => {
  test('has five rows and the session’s e-mail address, and cannot be sent before all fields are valid', async () => {
    await renderApp(<FeedbackDialog onClose={() => undefined} />, { email });
    expect(field('What happened?').getAttribute('rows')).toBe('5');
    expect(field('E-mail for the answer').value).toBe(email);
    expect(button('Send').disabled).toBe(true);
    type('What happened?', '   ');
    expect(button('Send').disabled).toBe(true);
    type('What happened?', 'It hangs');
    expect(button('Send').disabled).toBe(false);
    type('E-mail for the answer', 'nobody');
    expect(button('Send').disabled).toBe(true);
    expect(screen.queryByText('Enter a correct email.')).toBeNull();
    fireEvent.blur(field('E-mail for the answer'));
    screen.getByText('Enter a correct email.');
    type('What happened?', 'x'.repeat(4001));
    type('E-mail for the answer', email);
    expect(button('Send').disabled).toBe(true);
    type('What happened?', 'x'.repeat(4000));
    expect(button('Send').disabled).toBe(false);
  });

  test('a sent report is one request, an overlay that the next edit closes, and an empty form', async () => {
    const { server } = await renderApp(<FeedbackDialog onClose={() => undefined} />, { email });
    type('What happened?', ' The archive stops at noon ');
    fireEvent.click(button('Send'));
    await screen.findByText('Thank you, your message is on its way');
    expect(server.feedbacks).toEqual([
      expect.objectContaining({ message: 'The archive stops at noon', email, customerId: `customer-${email}` }),
    ]);
    expect(sessionStorage.length).toBe(0);
    type('What happened?', 'One more');
    expect(screen.queryByText('Thank you, your message is on its way')).toBeNull();
    expect(field('What happened?').value).toBe('One more');
  });

  test('cannot be sent twice while sending', async () => {
    const { server } = await renderApp(<FeedbackDialog onClose={() => undefined} />, { email });
    let answer: () => void = () => undefined;
    server.answerNext(sendFeedback, () => new Promise((resolve) => (answer = () => resolve(Response.json({ id: crypto.randomUUID() })))));
    type('What happened?', 'It hangs');
    fireEvent.click(button('Send'));
    const sending = await screen.findByRole('button', { name: 'Sending' });
    fireEvent.click(sending);
    fireEvent.submit(field('What happened?'));
    await waitFor(() => expect(server.requestsTo(sendFeedback)).toHaveLength(1));
    answer();
    await screen.findByText('Thank you, your message is on its way');
    expect(server.requestsTo(sendFeedback)).toHaveLength(1);
  });

  test('a failure keeps the text and shows an error, and a retry creates no second report', async () => {
    vi.stubGlobal('isSecureContext', true);
    const { server } = await renderApp(<FeedbackDialog onClose={() => undefined} />, { email });
    server.offline = true;
    type('What happened?', 'It hangs');
    fireEvent.click(button('Send'));
    await screen.findByText('Couldn’t send the message');
    expect(field('What happened?').value).toBe('It hangs');
    expect(button('Send').disabled).toBe(false);
    server.offline = false;
    fireEvent.click(button('Send'));
    await screen.findByText('Thank you, your message is on its way');
    const ids = server.requestsTo(sendFeedback).map(({ body }) => body['id']);
    expect(ids).toHaveLength(2);
    expect(ids[0]).toBe(ids[1]);
    vi.unstubAllGlobals();
  });

  test('reopens with its text after being closed by accident', async () => {
    const { client, server, unmount } = await renderApp(<FeedbackDialog onClose={() => undefined} />, { email });
    type('What happened?', 'A long story');
    unmount();
    await renderApp(<FeedbackDialog onClose={() => undefined} />, { client, server });
    expect(field('What happened?').value).toBe('A long story');
  });
});

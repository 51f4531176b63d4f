// @vitest-environment jsdom
import { describeModal } from '@watchpost/widgets/primitives/testing';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { SignInDialog } from './session-dialogs.tsx';

const { around } = await prepareApp();

for (const topic of ['terms', 'privacy', 'help'] as const)
  describeModal(`sign-in, ${topic}`, { around, render: (onClose) => <SignInDialog topic={topic} onClose={onClose} /> });

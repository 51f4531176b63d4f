// @vitest-environment jsdom
import { describeModal } from '@watchpost/widgets/primitives/testing';
import { prepareApp } from '../../shared/testing/render-app.tsx';
import { FeedbackDialog } from './feedback-dialog.tsx';

const { around } = await prepareApp({ email: 'anna@example.com' });

describeModal('report an issue', { around, render: (onClose) => <FeedbackDialog onClose={onClose} /> });

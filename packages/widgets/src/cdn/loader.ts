// The one script of a partner's page. The player itself is a hashed file beside it, fetched at once and cached for good.
import('../define/camera.ts').catch((error: unknown) => reportError(error));

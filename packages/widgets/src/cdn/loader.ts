// The one script of a partner's page. The player itself is a hashed file beside it, fetched at once and cached for good.
void import('../define/camera.ts');

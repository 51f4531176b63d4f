/** ofetch's types import undici, whose types include those of Node. This package also runs in browsers and must not see them. */
export {};

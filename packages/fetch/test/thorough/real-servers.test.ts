import "../real-servers.test.ts";

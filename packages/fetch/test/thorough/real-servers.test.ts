import "../alone/real-servers.test.ts";

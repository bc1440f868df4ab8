self.onmessage = ({ data }) => self.postMessage(data);
